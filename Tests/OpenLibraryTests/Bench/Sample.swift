import Foundation

/// Small files of every kind that a server may send.
enum Sample {
  /// A JPEG file by its segments: its head, its frame's size, filling, and its end.
  static func jpeg(_ width: Int = 300, _ height: Int = 450, length: Int = 1_000) -> Data {
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)
    bytes += [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
    bytes += [0xFF, 0xC0, 0, 11, 8]
    bytes += [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
    bytes += [1, 1, 0x11, 0]
    bytes += [0xFF, 0xDA]
    bytes += Array(repeating: 0x5A, count: max(0, length - bytes.count - 2))
    return Data(bytes + [0xFF, 0xD9])
  }

  static func png(_ width: Int = 300, _ height: Int = 450, length: Int = 1_000) -> Data {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    bytes += Array("IHDR".utf8)
    for number in [width, height] { bytes += big(number) }
    bytes += [8, 2, 0, 0, 0, 1, 2, 3, 4]
    bytes += Array(repeating: 0x5A, count: max(0, length - bytes.count - 12))
    return Data(bytes + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
  }

  static func gif(_ width: Int, _ height: Int, length: Int = 807) -> Data {
    var bytes = Array("GIF89a".utf8)
    for number in [width, height] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    bytes += Array(repeating: 0, count: max(0, length - bytes.count - 1))
    return Data(bytes + [0x3B])
  }

  static let webp = Data(
    Array("RIFF".utf8) + [0xE8, 3, 0, 0] + Array("WEBPVP8 ".utf8)
      + Array(repeating: 7, count: 992))

  static let avif = Data(
    [0, 0, 0, 28] + Array("ftypavif".utf8) + Array(repeating: 7, count: 900))

  static let html = Data(
    ("<!DOCTYPE html><html><body>" + String(repeating: "Sign in. ", count: 40)).utf8)

  static let gzip = Data([0x1F, 0x8B, 8, 0] + Array(repeating: 7, count: 900))

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
