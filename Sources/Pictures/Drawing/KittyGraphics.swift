/// Kitty's graphics protocol: a picture is sent once, then placed and removed by its number.
///
/// Each function returns all of the bytes to send. They are made of numbers and base64 alone, and
/// ask the terminal never to answer. Kitty: "Terminal graphics protocol".
package enum KittyGraphics {
  /// The most bytes of a part, by the protocol.
  static let longestPart = 4_096

  /// Sends a picture, which is kept under a number but not shown.
  ///
  /// As PNG, compressed: raw pixels would be several times as many. A bitmap with more pixels than
  /// it is shown with should be scaled before. The number must not be 0.
  package static func transmission(of bitmap: Bitmap, id: UInt32) -> [UInt8] {
    precondition(id > 0, "A picture's number is not 0.")
    let data = Base64.encoded(bitmap.png())
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + data.count / longestPart * 16 + 64)
    var start = 0
    while start < data.count {
      let end = min(start + longestPart, data.count)
      let isLast = end == data.count
      let head = start == 0 ? "a=t,f=100,i=\(id),q=2," : "q=2,"
      append("\(head)m=\(isLast ? 0 : 1)", data[start..<end], to: &bytes)
      start = end
    }
    return bytes
  }

  /// Shows a sent picture from the cursor on, over columns and rows of cells.
  ///
  /// Where it was shown before it goes away. The cursor stays.
  package static func placement(id: UInt32, extent: CellExtent) -> [UInt8] {
    command("a=p,i=\(id),p=1,c=\(max(1, extent.columns)),r=\(max(1, extent.rows)),C=1,q=2")
  }

  /// Takes a sent picture from the screen, and keeps it for another placement.
  package static func removal(id: UInt32) -> [UInt8] { command("a=d,d=i,i=\(id),q=2") }

  /// Takes a sent picture from the screen, and forgets it.
  package static func deletion(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  private static func command(_ keys: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(keys, [], to: &bytes)
    return bytes
  }

  private static func append(_ keys: String, _ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes += "\u{1B}_G".utf8
    bytes += keys.utf8
    if !data.isEmpty {
      bytes.append(UInt8(ascii: ";"))
      bytes += data
    }
    bytes += "\u{1B}\\".utf8
  }
}
