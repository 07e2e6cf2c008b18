/// How a person wants pictures shown.
///
/// By its raw value it is what is written in a setting: `auto`, `cells`, `kitty`, `sixel`, `off`.
public enum ImageSetting: String, CaseIterable, Hashable, Sendable {
  /// The best the terminal says it can: kitty's pictures, sixels, or cells.
  case auto
  /// Coloured characters, on any terminal.
  case cells
  /// Pictures by kitty's protocol, whatever the terminal says.
  case kitty
  /// Sixels, whatever the terminal says.
  case sixel
  /// No pictures.
  case off
}
