/// How a terminal answers when it is asked what it can.
package struct VTManner: Hashable, Sendable {
  /// Its name and version (XTVERSION).
  package var name = "XTerm(379)"
  /// Its attributes (DA1): 4 among them means sixels.
  package var device = "62;22"
  /// Answers for kitty's pictures.
  package var hasKittyPictures = false
  /// Knows what a cell measures.
  package var hasCellSize = true
  /// Answers nothing at all.
  package var isMute = false

  /// xterm as most people have it.
  package static let plain = VTManner()
  /// xterm as a VT340, with sixels.
  package static let sixel = VTManner(device: "63;1;2;4;6;9;15;22")
  package static let kitty = VTManner(
    name: "kitty(0.26.5)", device: "62;", hasKittyPictures: true)
  package static let tmux = VTManner(name: "tmux 3.3a", device: "1;2", hasCellSize: false)
  package static let mute = VTManner(hasCellSize: false, isMute: true)
}
