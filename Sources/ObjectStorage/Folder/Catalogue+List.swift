internal import SQLite

extension Catalogue {
  /// One page of what lies under a place, by jumps in the index: what lies deeper is not read.
  ///
  /// Names with empty pieces are hidden. Firebase: its list shows none that a reference could not
  /// have. Costs a step for each item and a search for each prefix.
  func list(_ request: ListRequest) throws(FolderFault) -> ListPage {
    let wanted = request.maxResults ?? FolderLimits.pageSize
    guard (1...FolderLimits.pageSize).contains(wanted) else {
      throw .invalid("Argument 'maxResults' must be between 1 and 1000 inclusive.")
    }
    let prefix = request.under.isRoot ? [] : Array(request.under.text.utf8) + [slash]
    var bound = try PageToken.bound(request.pageToken ?? "", prefix: prefix)
    let end = request.under.isRoot ? [UInt8.max] : Catalogue.end(of: prefix[...])
    let statement = try connection.statement(
      "SELECT name FROM object WHERE name >= ? AND name < ? ORDER BY name")
    defer { statement.reset() }
    var page = ListPage(prefixes: [], items: [], nextPageToken: nil)
    statement.bind(1, bound).bind(2, end)
    while try statement.step() {
      let name = statement.bytes(0)
      // Only a damaged catalogue gives what is not under the prefix.
      guard name.starts(with: prefix) else { continue }
      let here = Entry(name, under: prefix.count)
      if let text = here.text {
        guard page.items.count + page.prefixes.count < wanted else {
          page.nextPageToken = PageToken.text(prefix: prefix, bound: bound)
          break
        }
        if here.isPrefix { page.prefixes.append(text) } else { page.items.append(text) }
      }
      if here.isPrefix {
        bound = Catalogue.end(of: name[...here.end])
        statement.reset()
        statement.bind(1, bound)
      } else {
        bound = name + [0]
      }
    }
    return page
  }

  /// The first bytes behind everything that begins with bytes which end in a slash.
  private static func end(of prefix: ArraySlice<UInt8>) -> [UInt8] {
    prefix.dropLast() + [slash + 1]
  }

  /// What a name shows of itself at a place.
  private struct Entry {
    /// The name, or the prefix without its slash; nil when it is hidden.
    let text: String?
    /// Whether the name lies deeper.
    let isPrefix: Bool
    /// Where the slash behind the piece is, or the name's end.
    let end: Int

    init(_ name: [UInt8], under length: Int) {
      let found = name[length...].firstIndex(of: slash)
      end = found ?? name.count
      isPrefix = found != nil
      text = end == length ? nil : String(validating: name[..<end], as: UTF8.self)
    }
  }
}

private let slash = UInt8(ascii: "/")
