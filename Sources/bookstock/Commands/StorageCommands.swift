import ObjectStorage

/// The commands on the bucket of pictures: `bookstock storage …`.
///
/// An object is named by its name in the bucket, or by a whole address: see ``StorageName``.
enum StorageCommands {
  static let retry = Option(
    "--retry", "SECONDS", "how long a server that is lost is tried again (60)")

  static let all = [
    Command(
      "storage put", "FILE [NAME]", 1...2,
      "put a file into the bucket (- is standard input; NAME/ keeps the file's own name)",
      [
        Option("--type", "TYPE", "the content type, else by the name or the first bytes"),
        Option("--meta", "KEY=VALUE", "an entry of your own; several times", repeats: true),
        Option("--cache-control", "TEXT", "how long it may be kept by others"),
        Option("--content-disposition", "TEXT", "under what name it is offered"),
        Option("--content-encoding", "TEXT", "how its bytes are packed"),
        Option("--content-language", "TEXT", "its language"), retry,
      ], run: StoragePut.run),
    Command(
      "storage get", "NAME [FILE]", 1...2,
      "get an object into a file, going on where it was stopped (- is standard output)",
      [retry], run: StorageGet.run),
    Command(
      "storage ls", "[PREFIX]", 0...1, "list objects, first the folders as name/",
      [
        Option("--all", nil, "also what lies in the folders"),
        Option("--long", nil, "with size, time of change and type"),
        Option("--limit", "N", "the first N"), retry,
      ], run: StorageList.run),
    Command(
      "storage stat", "NAME", 1...1, "show everything that is known of an object", [retry],
      run: StorageDescribing.stat),
    Command(
      "storage meta", "NAME [KEY=VALUE …]", 1...1_000, "change what is known of an object",
      [
        Option("--custom", "KEY=VALUE", "an entry of your own; several times", repeats: true),
        Option("--remove", "KEY", "take a field or an entry away; several times", repeats: true),
        retry,
      ], run: StorageDescribing.change),
    Command(
      "storage rm", "NAME …", 1...10_000, "delete objects; all of them are there, or none goes",
      [
        Option("--recursive", nil, "everything below each NAME/"),
        Option("--force", nil, "really, with --recursive"), retry,
      ], run: StorageRemoving.run),
    Command(
      "storage url", "NAME", 1...1, "print an address at which an object can be read", [retry],
      run: StorageDescribing.url),
  ]

  /// The storage of a call, with the patience the person has.
  static func storage(_ call: Invocation) throws -> Storage {
    let storage = try StoragePlace.open(call.settings)
    let seconds = Double(try call.number("--retry", 0...86_400) ?? 60)
    storage.maxUploadRetryTime = seconds
    storage.maxDownloadRetryTime = seconds
    storage.maxOperationRetryTime = seconds
    return storage
  }

  /// Reads `KEY=VALUE`.
  static func pair(_ text: String, _ call: Invocation) throws -> (key: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = parts.first, !key.isEmpty else {
      throw UsageError("“\(printable(text))” has not the form KEY=VALUE.", command: call.command)
    }
    return (String(key), String(parts[1]))
  }
}
