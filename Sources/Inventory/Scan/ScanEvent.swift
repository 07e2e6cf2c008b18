/// What the decoder tells the app, to be carried out in order.
public enum ScanEvent<Key: Sendable>: Sendable {
  /// Remember the state of the screen now: a scan may be beginning.
  case mark

  /// The key acts now.
  case key(Key)

  /// Restore the remembered state: what acted since was part of a scan.
  case takeBack

  /// A scan, whole.
  case scan(Scan)
}

extension ScanEvent: Equatable where Key: Equatable {}
extension ScanEvent: Hashable where Key: Hashable {}
