import Foundation
import Pictures
import Testing

/// Small pictures of four quarters, 32 × 24 pixels unless said otherwise.
enum Fixture: String, CaseIterable {
  case baseline = "baseline.jpg"
  case progressive = "progressive.jpg"
  case greyJPEG = "grey.jpg"
  case inks = "cmyk.jpg"
  case colour = "colour.png"
  case interlaced = "interlaced.png"
  case palette = "palette.png"
  case paletteClear = "palette-clear.png"
  case deep = "deep.png"
  case grey = "grey.png"
  case greyDeep = "grey-deep.png"
  case alpha = "alpha.png"
  case lossless = "lossless.webp"
  case lossy = "lossy.webp"
  case alphaWebP = "alpha.webp"
  case lossyAlpha = "lossy-alpha.webp"
  /// The frame at (4, 2), of 33 × 25 pixels with a clear edge, on a canvas of 40 × 30.
  case animatedWebP = "animated.webp"
  case plainGIF = "plain.gif"
  case interlacedGIF = "interlaced.gif"
  case clearGIF = "clear.gif"
  /// The frame at (5, 3) on a canvas of 40 × 30.
  case animatedGIF = "animated.gif"

  /// The file's bytes.
  var bytes: [UInt8] {
    get throws {
      let file = try #require(
        Bundle.module.url(forResource: rawValue, withExtension: nil, subdirectory: "Fixtures"))
      return [UInt8](try Data(contentsOf: file))
    }
  }

  /// The format, by the name.
  var format: PictureFormat {
    switch rawValue.split(separator: ".").last {
    case "jpg": .jpeg
    case "png": .png
    case "webp": .webp
    default: .gif
    }
  }

  /// The size upright.
  var size: PictureSize {
    self == .animatedGIF || self == .animatedWebP
      ? PictureSize(width: 40, height: 30) : PictureSize(width: 32, height: 24)
  }

  /// How far a channel may be from what it should be.
  var tolerance: Int {
    switch self {
    case .baseline, .progressive, .greyJPEG, .lossy, .lossyAlpha: 10
    case .inks: 16
    default: 0
    }
  }

  /// How many pixels beside the quarters' borders are mixed of both: where colours are stored for
  /// two pixels in each direction, they flow.
  var blur: Int {
    switch self {
    case .progressive, .lossy, .lossyAlpha: 4
    default: 0
    }
  }

  /// What is to be seen.
  var expected: Bitmap {
    switch self {
    case .grey, .greyDeep, .greyJPEG:
      Bitmap(quarters: [0, 0, 0, 255], [85, 85, 85, 255], [170, 170, 170, 255], Pixel.white)
    case .alpha, .alphaWebP, .lossyAlpha:
      Bitmap(quarters: [255, 0, 0, 128], Pixel.green, Pixel.blue, [255, 255, 255, 0])
    case .clearGIF, .paletteClear:
      Bitmap(quarters: Pixel.red, Pixel.green, Pixel.blue, [0, 0, 0, 0])
    case .animatedGIF, .animatedWebP: Bitmap.usual.placed(atX: 5, y: 3, on: size)
    default: Bitmap.usual
    }
  }
}

/// Pixels that are used often.
enum Pixel {
  static let red: [UInt8] = [255, 0, 0, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]
  static let white: [UInt8] = [255, 255, 255, 255]
}

extension Bitmap {
  /// Red and green above blue and white.
  static let usual = Bitmap(quarters: Pixel.red, Pixel.green, Pixel.blue, Pixel.white)

  /// Four quarters: above, and below.
  init(
    quarters pixels: [UInt8]..., size: PictureSize = PictureSize(width: 32, height: 24)
  ) {
    self.init(size) { x, y in
      pixels[(y * 2 / size.height) * 2 + x * 2 / size.width]
    }
  }

  /// A bitmap of what a function says of every place.
  init(_ size: PictureSize, _ pixel: (Int, Int) -> [UInt8]) {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes += pixel(x, y) }
    }
    self.init(width: size.width, height: size.height, pixels: bytes)
  }

  /// The four bytes of a place.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(pixels[start..<start + 4])
  }

  /// This bitmap on a larger one that is clear.
  func placed(atX left: Int, y top: Int, on size: PictureSize) -> Bitmap {
    Bitmap(size) { x, y in
      let (x, y) = (x - left, y - top)
      return 0..<width ~= x && 0..<height ~= y ? self[x, y] : [0, 0, 0, 0]
    }
  }

  /// How far the pixels are from another's at most; colours of clear pixels do not matter.
  ///
  /// A blur leaves out as many pixels beside the borders between quarters.
  func distance(to other: Bitmap, blur: Int = 0) -> Int {
    guard size == other.size else { return .max }
    var most = 0
    for start in stride(from: 0, to: pixels.count, by: 4) {
      if pixels[start + 3] == 0 && other.pixels[start + 3] == 0 { continue }
      let (x, y) = (start / 4 % width, start / 4 / width)
      if abs(2 * x + 1 - width) < 2 * blur || abs(2 * y + 1 - height) < 2 * blur { continue }
      for index in start..<start + 4 {
        most = max(most, abs(Int(pixels[index]) - Int(other.pixels[index])))
      }
    }
    return most
  }
}

/// The problem that a piece of work ends with; nil when it succeeds.
func problem(_ work: () throws(PictureProblem) -> some Any) -> PictureProblem? {
  do throws(PictureProblem) {
    _ = try work()
    return nil
  } catch {
    return error
  }
}
