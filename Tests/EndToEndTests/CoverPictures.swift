import Foundation
import TestSupport
import Testing

/// A cover of one colour, 24 × 36 pixels: a PNG made by other hands, so that the program is not its
/// own witness.
enum TestCover: String, Sendable {
  case red, green

  private var base64: String {
    switch self {
    case .red:
      "iVBORw0KGgoAAAANSUhEUgAAABgAAAAkCAIAAAAcrW15AAAAG3RFWHRUaXRsZQBBIGNvdmVyIG9mIG9uZSBj"
        + "b2xvdXLBiDSoAAAAJklEQVR42mO4IyJCFcQwatCoQaMGjRo0atCoQaMGjRo0atBIMQgAwFltruCCRLcA"
        + "AAAASUVORK5CYII="
    case .green:
      "iVBORw0KGgoAAAANSUhEUgAAABgAAAAkCAIAAAAcrW15AAAAG3RFWHRUaXRsZQBBIGNvdmVyIG9mIG9uZSBj"
        + "b2xvdXLBiDSoAAAAJklEQVR42mMQuSNCFcQwatCoQaMGjRo0atCoQaMGjRo0atBIMQgAHTttrmv9VCEA"
        + "AAAASUVORK5CYII="
    }
  }

  var bytes: Data {
    get throws { try #require(Data(base64Encoded: base64)) }
  }

  /// A file with it.
  func file(in shop: Shop) throws -> String {
    try shop.place.write(try bytes, to: "\(rawValue).png")
  }

  /// How many cells of a screen have about this colour behind them, in 256 colours.
  func cells(on screen: VTScreen) -> Int {
    screen.cells.joined().count { $0.style.background == .indexed(index) }
  }

  /// The nearest of xterm's cube.
  private var index: Int {
    switch self {
    case .red: 160
    case .green: 40
    }
  }
}
