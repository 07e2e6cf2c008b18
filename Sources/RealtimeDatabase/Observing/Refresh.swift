import JSONTree

/// What one step means to the observers of a query.
struct Refresh: Sendable, Hashable {
  /// The children's events, in the order in which they are reported.
  var events: [ChildEvent]
  /// Whether the content of the whole result is another; reported last.
  var isValueChanged: Bool

  /// The step touched nothing that shows.
  static let nothing = Refresh(events: [], isValueChanged: false)

  /// Whether there is nothing to report.
  var isNothing: Bool { events.isEmpty && !isValueChanged }
}
