import CImage
import Pictures

/// Covers: decoded, and drawn in a terminal.
enum PictureRows {
  static let all = [
    Row(name: "picture-decode", summary: "a cover of 1,200 × 1,800 pixels, made a thumbnail") {
      stage in
      try await decode(stage)
    },
    Row(name: "picture-store", summary: "the same cover made a JPEG of 500 × 750 pixels") { stage in
      [try await store(stage)]
    },
    Row(name: "picture-draw", summary: "a thumbnail as cells, for kitty, and as sixels") { stage in
      try await draw(stage)
    },
  ]

  private static let size = PictureSize(width: 1_200, height: 1_800)
  private static let thumbnail = PictureSize(width: 320, height: 480)

  /// A cover: soft colours, and the grain of a scan.
  static let cover: Bitmap = {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height * 4)
    var grain: UInt64 = 1
    for y in 0..<size.height {
      for x in 0..<size.width {
        grain = grain &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = Int(grain >> 61)
        pixels.append(UInt8(min(255, x / 5 + noise)))
        pixels.append(UInt8(min(255, y / 8 + noise)))
        pixels.append(UInt8(min(255, (x + y) / 12 + noise)))
        pixels.append(255)
      }
    }
    return Bitmap(width: size.width, height: size.height, pixels: pixels)
  }()

  /// The cover as WebP, which the program itself never writes.
  private static func webP() -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = WebPEncodeRGBA(
      cover.pixels, Int32(size.width), Int32(size.height), Int32(size.width * 4), 80, &bytes)
    defer { WebPFree(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private static func decode(_ stage: Stage) async throws -> [Measure] {
    let files: [(name: String, bytes: [UInt8], bare: @Sendable ([UInt8]) -> Void)] = [
      ("jpeg", cover.jpeg(quality: 0.85), bareJPEG), ("png", cover.png(), barePNG),
      ("webp", webP(), bareWebP),
    ]
    var measures: [Measure] = []
    for file in files {
      let pairs = try await alternating(
        stage.rounds,
        ours: {
          try lap(stage) { _ = try Picture.decode(file.bytes, fitting: thumbnail) }
        },
        peer: { try lap(stage) { file.bare(file.bytes) } })
      measures.append(
        .waits(
          "picture-decode \(file.name)", pairs, targets: [],
          note: "\((Double(file.bytes.count) / 1e3).fixed(0)) kB; the peer decodes in full size"))
    }
    return measures
  }

  private static func lap(_ stage: Stage, _ step: () throws -> Void) throws -> Lap {
    try Lap(count: stage.pick(quick: 3, whole: 15)) { _ in try step() }
  }

  private static func bareJPEG(_ bytes: [UInt8]) {
    let handle = tjInitDecompress()
    defer { tjDestroy(handle) }
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    tjDecompress2(
      handle, bytes, UInt(bytes.count), &pixels, Int32(size.width), 0, Int32(size.height),
      Int32(TJPF_RGBA.rawValue), 0)
  }

  private static func barePNG(_ bytes: [UInt8]) {
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    _ = ci_png_read(bytes, bytes.count, UInt32(size.width), UInt32(size.height), &pixels)
  }

  private static func bareWebP(_ bytes: [UInt8]) {
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    _ = WebPDecodeRGBAInto(bytes, bytes.count, &pixels, pixels.count, Int32(size.width * 4))
  }

  private static func store(_ stage: Stage) async throws -> Measure {
    let bytes = cover.jpeg(quality: 0.85)
    let box = PictureSize(width: 500, height: 750)
    let laps = try (0..<stage.rounds).map { _ in
      try lap(stage) { _ = try Picture.recode(bytes, fitting: box) }
    }
    return Measure("picture-store", .nanoseconds, ours: Series(laps.map(\.waits)))
  }

  private static func draw(_ stage: Stage) async throws -> [Measure] {
    let bitmap = cover.scaled(toFit: thumbnail)
    let small = CellExtent(columns: 20, rows: 15)
    let large = CellExtent(columns: 40, rows: 30)
    let pixels = PictureSize(width: 160, height: 240)
    let steps: [(name: String, step: () -> Int?)] = [
      ("cells 20x15 true", { cells(bitmap, small, .trueColor) }),
      ("cells 40x30 true", { cells(bitmap, large, .trueColor) }),
      ("cells 20x15 256", { cells(bitmap, small, .colors256) }),
      ("cells 40x30 256", { cells(bitmap, large, .colors256) }),
      ("kitty 320x480", { KittyGraphics.transmission(of: bitmap, id: 1).count }),
      ("sixel 160x240", { bitmap.sixel(size: pixels).count }),
    ]
    return try steps.map { name, step in
      let laps = try (0..<stage.rounds).map { _ in try lap(stage) { _ = step() } }
      let note = step().map { "\((Double($0) / 1e3).fixed(0)) kB to the terminal" }
      return Measure(
        "picture-draw \(name)", .nanoseconds, ours: Series(laps.map(\.waits)), note: note)
    }
  }

  private static func cells(
    _ bitmap: Bitmap, _ extent: CellExtent, _ palette: CellPicture.Palette
  ) -> Int? {
    _ = CellPicture(bitmap, within: extent, palette: palette)
    return nil
  }
}
