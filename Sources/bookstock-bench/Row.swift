/// One thing that is measured, by ourselves and by the peer.
struct Row: Sendable {
  let name: String
  /// What is done, in a few words.
  let summary: String
  let run: @Sendable (Stage) async throws -> [Measure]

  /// All rows, in the order in which they run: later ones use the stock that the first one fills.
  static let all: [Row] =
    FillRows.all + ReadRows.all + ListRows.all + OpenRows.all + IncrementRows.all
    + ProcessRows.all + NewsRows.all + ObserverRows.all + JSONRows.all + StorageRows.all
    + DownloadRows.all + PictureRows.all + CoverRows.all + TerminalRows.all
}

/// Runs rounds of ours and the peer's in turn; who comes first changes from round to round.
func alternating<Value>(
  _ rounds: Int, ours: () async throws -> Value, peer: () async throws -> Value
) async throws -> [(ours: Value, peer: Value)] {
  var pairs: [(ours: Value, peer: Value)] = []
  for round in 0..<rounds {
    if round % 2 == 0 {
      let own = try await ours()
      pairs.append((own, try await peer()))
    } else {
      let other = try await peer()
      pairs.append((try await ours(), other))
    }
  }
  return pairs
}
