internal import CChafa

/// The library's one-time preparation.
enum Chafa {
  /// Makes the library ready, the first time; must come before any other use of it.
  ///
  /// Its tables of colours and symbols are made when they are first wanted, without a lock. Once
  /// they are there, canvases on different threads do not touch each other.
  static func prepare() { _ = isReady }

  private static let isReady: Bool = {
    let pixel: [UInt8] = [0, 0, 0, 255]
    var space = cc_range(first: 0x20, last: 0x20)
    for colors in [CC_TRUE_COLOR, CC_240_COLORS, CC_16_COLORS, CC_NO_COLOR] {
      let canvas = cc_cells(pixel, 1, 1, 1, 1, Int32(colors), 0, &space, 1)
      chafa_canvas_unref(canvas)
    }
    if let text = cc_sixel(pixel, 1, 1, 6, 6) { cc_free(text) }
    return true
  }()
}
