/// A registration group of the ISBN system: a country, a region or a language area.
public struct RegistrationGroup: Hashable, Sendable {
  /// Prefix and group, as `978-957`.
  public let prefix: String

  /// The group's name, as `Taiwan`.
  public let name: String
}
