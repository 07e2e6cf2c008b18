import Foundation
import ObjectStorage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListTests {
  private let place = Place()

  @Test func `list_bounds: 1 to 1,000, and nothing is asked otherwise`() async throws {
    for number in [0, 1001, 22_222, -1, .max] as [Int64] {
      let answers = Answers<StorageListResult>()
      place.reference("x").list(maxResults: number) { answers.note($0, $1) }
      let error = try #require(try await answers.error())
      #expect(error.code == -13050)
      #expect(
        error.localizedDescription == "Argument 'maxResults' must be between 1 and 1000 inclusive.")
    }
    #expect(place.bucket.counts.lists.isEmpty)
    for number in [1, 1000] as [Int64] {
      _ = try await place.reference("x").list(maxResults: number, pageToken: "foo")
    }
    #expect(
      place.bucket.counts.lists
        == [1, 1000].map {
          ListRequest(under: ObjectPath("x"), maxResults: $0, pageToken: "foo")
        })
  }

  @Test func `listall_once_on_error: one answer, also when a later page fails`() async throws {
    place.bucket.change { script in
      script.refusal = StorageError.unauthenticated(serverError: [:])
      script.pages = [ListPage(prefixes: [], items: ["a"], nextPageToken: "2")]
    }
    let answers = Answers<StorageListResult>()
    place.storage.reference().listAll { answers.note($0, $1) }
    #expect(try await answers.code() == -13020)
    await settled(place.storage)
    #expect(answers.count == 1)
    #expect(place.bucket.counts.lists.count == 2)
  }

  @Test func `listall_dedup_prefixes: each once, whatever the pages say`() async throws {
    place.bucket.change { script in
      script.pages = [
        ListPage(prefixes: ["l/p", "l/q"], items: ["l/a"], nextPageToken: "2"),
        ListPage(prefixes: ["l/p", "l/q"], items: ["l/b"], nextPageToken: "3"),
        ListPage(prefixes: ["l/p", "l/\u{E9}", "l/e\u{301}"], items: [], nextPageToken: nil),
      ]
    }
    let all = try await place.reference("l").listAll()
    #expect(all.prefixes.map(\.fullPath).count == 4)
    #expect(all.prefixes.prefix(2).map(\.name) == ["p", "q"])
    #expect(all.items.map(\.fullPath) == ["l/a", "l/b"])
    #expect(all.pageToken == nil)
    #expect(
      place.bucket.counts.lists
        == [nil, "2", "3"].map { ListRequest(under: ObjectPath("l"), pageToken: $0) })
  }

  @Test func `a storage that lists the same page for ever is found out`() async throws {
    place.bucket.change { script in
      script.pages = Array(
        repeating: ListPage(prefixes: [], items: ["a"], nextPageToken: "2"), count: 10)
    }
    await #expect(throws: StorageError.self) { try await place.storage.reference().listAll() }
    #expect(place.bucket.counts.lists.count == 2)
  }

  @Test func `nothing under a place is an empty success`() async throws {
    let all = try await place.reference("nothing").listAll()
    #expect(all.prefixes.isEmpty && all.items.isEmpty)
  }
}
