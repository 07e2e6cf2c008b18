/// What a transaction's block wants.
public class TransactionResult {
  /// What to write; nil to leave everything as it is.
  let data: MutableData?

  private init(_ data: MutableData?) {
    self.data = data
  }

  /// Write what the data holds now.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(value)
  }

  /// Leave everything as it is.
  public static func abort() -> TransactionResult {
    TransactionResult(nil)
  }
}
