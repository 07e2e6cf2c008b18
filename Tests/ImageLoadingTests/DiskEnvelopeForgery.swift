import Foundation
import ObjectStorage

/// Files with a right checksum and wrong lengths.
enum DiskEnvelopeForgery {
  static func file(body: Int, key: UInt32, version: UInt32) -> [UInt8] {
    var file = [UInt8](repeating: 7, count: body)
    for number in [key, version] {
      withUnsafeBytes(of: number.littleEndian) { file += Array($0) }
    }
    var checksum = Checksum(.crc32c)
    checksum.update(Data(file))
    file += Array(checksum.crc32c.flatMap { Data(base64Encoded: $0) } ?? Data())
    return file + Array("BKIMAGE1".utf8)
  }
}
