internal import JSONTree

extension Check {
  /// The wills: places and steps that can be read, and no two of a client that contradict.
  ///
  /// A file of format 1 has none.
  mutating func wills() throws(StoreError) {
    guard try Schema.state(of: snapshot.connection).isCurrent else { return }
    let wills = WillRows(connection: snapshot.connection)
    for client in try wills.clients() {
      var steps: [Write.Step] = []
      for row in try wills.rows(of: client) {
        do throws(StoreError) {
          steps.append(try wills.step(row.step, at: row.place))
        } catch {
          guard error.code == .corrupt else { throw error }
          report(error.place, error.reason)
        }
      }
      do {
        _ = try Write(steps)
      } catch {
        report(error.place, "Two steps of one will contradict each other. \(error.reason)")
      }
    }
  }
}
