/// What object names may be, checked before anything is read or written.
enum ObjectName {
  /// Bytes of UTF-8 a name may have.
  ///
  /// Google Cloud Storage: "Object name requirements".
  static let greatestLength = 1_024
  private static let reserved = ".well-known/acme-challenge/"

  /// Refuses what is no name of an object.
  static func check(_ path: ObjectPath) throws(FolderFault) {
    let name = path.text
    if name.isEmpty { throw .invalid("The root of a bucket is no object.") }
    if name.utf8.count > greatestLength {
      throw .invalid(
        "An object's name may have \(greatestLength) bytes of UTF-8; this one has "
          + "\(name.utf8.count).")
    }
    if name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      throw .invalid("An object's name may not hold a line feed or a carriage return.")
    }
    if name == "." || name == ".." {
      throw .invalid("An object may not be called \"\(name)\".")
    }
    if name.utf8.starts(with: reserved.utf8) {
      throw .invalid("Names that begin with \"\(reserved)\" are reserved.")
    }
  }
}
