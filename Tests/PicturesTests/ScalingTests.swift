import Pictures
import TestSupport
import Testing

struct ScalingTests {
  @Test
  func `a size fits its box, keeps its aspect and never grows`() {
    var random = SeededGenerator()
    for _ in 0..<5_000 {
      let size = PictureSize(
        width: Int.random(in: 1...6_000, using: &random),
        height: Int.random(in: 1...6_000, using: &random))
      let box = PictureSize(
        width: Int.random(in: 1...2_000, using: &random),
        height: Int.random(in: 1...2_000, using: &random))
      let fitted = size.fitted(into: box)
      #expect(fitted.width >= 1 && fitted.height >= 1)
      #expect(fitted.width <= box.width && fitted.height <= box.height)
      #expect(fitted.width <= size.width && fitted.height <= size.height)
      // One side is the box's or the picture's own, the other within half a pixel of the aspect.
      let isFull = fitted == size || fitted.width == box.width || fitted.height == box.height
      #expect(isFull)
      let scale = min(
        1, Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
      #expect(
        abs(Double(fitted.width) - Double(size.width) * scale) < 0.500_001 || fitted.width == 1)
      #expect(
        abs(Double(fitted.height) - Double(size.height) * scale) < 0.500_001 || fitted.height == 1)
    }
  }

  @Test
  func `scaling by whole numbers is the mean of the pixels`() {
    var random = SeededGenerator()
    for factor in [2, 3, 4, 7] {
      let size = PictureSize(width: 12 * factor, height: 9 * factor)
      let bitmap = Bitmap(size) { _, _ in
        (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
      }
      let small = bitmap.scaled(toFit: PictureSize(width: 12, height: 9))
      let mean = Bitmap(PictureSize(width: 12, height: 9)) { x, y in
        (0..<4).map { channel in
          var sum = 0
          for row in 0..<factor {
            for column in 0..<factor {
              sum += Int(bitmap[x * factor + column, y * factor + row][channel])
            }
          }
          return UInt8((sum + factor * factor / 2) / (factor * factor))
        }
      }
      #expect(small.distance(to: mean) <= 2)
    }
  }

  @Test
  func `colours of clear pixels do not bleed into their neighbours`() {
    let bitmap = Bitmap(PictureSize(width: 40, height: 40)) { x, y in
      x % 2 == 0 ? [200, 100, 50, 255] : [0, 255, 255, 0]
    }
    let small = bitmap.scaled(toFit: PictureSize(width: 10, height: 10))
    let expected = Bitmap(small.size) { _, _ in [200, 100, 50, 128] }
    #expect(small.distance(to: expected) <= 3)
    // The bitmap itself is not changed by being scaled.
    #expect(bitmap[1, 0] == [0, 255, 255, 0])
  }

  @Test
  func `PNG keeps every pixel`() throws {
    var random = SeededGenerator()
    for isOpaque in [true, false] {
      let bitmap = Bitmap(PictureSize(width: 37, height: 23)) { _, _ in
        let pixel = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        return isOpaque ? pixel[..<3] + [255] : pixel
      }
      for isFast in [true, false] {
        #expect(try Picture.decode(bitmap.png(isFast: isFast)) == bitmap)
      }
    }
  }

  @Test
  func `JPEG lies over white and has a quality`() throws {
    let bitmap = Bitmap(quarters: Pixel.red, [0, 0, 0, 0], [0, 0, 0, 128], Pixel.white)
    let bytes = bitmap.jpeg(quality: 0.95)
    let expected = Bitmap(quarters: Pixel.red, Pixel.white, [127, 127, 127, 255], Pixel.white)
    #expect(try Picture.decode(bytes).distance(to: expected, blur: 4) <= 12)
    let sizes = [-1, 0, 0.25, 0.5, 0.75, 1, 7].map { Bitmap.noise.jpeg(quality: $0).count }
    #expect(sizes == sizes.sorted())
    #expect(sizes[0] == sizes[1] && sizes[5] == sizes[6] && sizes[2] < sizes[4])
  }

  @Test
  func `a cover is stored as JPEG, or as PNG where it is clear`() throws {
    for fixture in Fixture.allCases {
      let expected = fixture.expected.hasTransparency ? PictureFormat.png : .jpeg
      let box = PictureSize(width: 20, height: 20)
      let stored = try Picture.recode(fixture.bytes, fitting: box)
      #expect(stored.format == expected)
      #expect(PictureFormat(of: stored.bytes) == expected)
      #expect(try Picture.size(of: stored.bytes) == fixture.size.fitted(into: box))
    }
    #expect(throws: PictureProblem.notAPicture(.text)) { try Picture.recode(Array("x y".utf8)) }
  }
}

extension Bitmap {
  /// Something to compress.
  static let noise = Bitmap(PictureSize(width: 64, height: 64)) { x, y in
    let mixed = (x &* 2_654_435_761) ^ (y &* 40_503_000_017) ^ (x &* y &* 97)
    return [UInt8(mixed & 255), UInt8(mixed >> 8 & 255), UInt8(mixed >> 16 & 255), 255]
  }
}
