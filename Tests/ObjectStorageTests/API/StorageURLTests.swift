import Foundation
import ObjectStorage
import TestSupport
import Testing

/// Addresses of objects, and of storages.
@Suite struct StorageURLTests {
  private let any = Storage(bucket: FakeBucket(""))

  private func read(_ text: String) -> String? {
    (try? any.reference(forAddress: text))?.description
  }

  @Test func `addresses of Google's own forms are read too`() {
    for text in [
      "https://storage.googleapis.com/bkt/a%20b/c.jpg",
      "https://storage.cloud.google.com/bkt/a%20b/c.jpg?authuser=1",
      "https://storage.googleapis.com/storage/v1/b/bkt/o/a%20b%2Fc.jpg?alt=media",
      "https://storage.googleapis.com/download/storage/v1/b/bkt/o/a%20b%2Fc.jpg#part",
      "http://127.0.0.1:4443/storage/v1/b/bkt/o/a%20b%2Fc.jpg",
    ] {
      #expect(read(text) == "gs://bkt/a b/c.jpg", "\(text)")
    }
  }

  @Test func `what is no address is refused`() {
    for text in [
      "", "gs:/b", "GS://b/x", "gs:///path/x", "HTTPS://h/v0/b/b/o/x", "https:///v0/b/b/o/x",
      "https://h/v0/b", "https://h/v0/b/", "https://h/v0/b/b/x", "https://h/v0/b/b/o/%zz",
      "https://h/v0/b/b/o/%", "https://h/v0/b/b/o/%FF", "https://h/b/b/o/x",
      "https://h/v0/b/b%2Fx/o/y", "gs://b\u{0}/x",
      "https://storage.googleapis.com", "https://storage.googleapis.com/", "b/x",
    ] {
      #expect(read(text) == nil, "\(text)")
    }
    #expect(read("https://h/v0/b/b//o/x") == nil)
  }

  @Test func `a slash at the end does not count`() {
    for text in ["http://h:8070/v0/b/bkt", "http://h:8070/v0/b/bkt/", "http://h:8070/v0/b/bkt/o/"] {
      #expect(read(text) == "gs://bkt/", "\(text)")
    }
  }

  @Test func `a faulty address steers no terminal`() throws {
    let error = #expect(throws: StorageError.self) {
      try self.any.reference(forAddress: "\u{1B}[2J" + String(repeating: "x", count: 1000))
    }
    let text = "\(try #require(error))"
    #expect(!text.contains("\u{1B}"))
    #expect(text.count < 400)
  }

  @Test func `a URL has escaped what it cannot hold, a text has not`() throws {
    let url = try #require(URL(string: "gs://b/a b.jpg"))
    #expect(try any.reference(for: url).fullPath == "a%20b.jpg")
    #expect(any.reference(forURL: "gs://b/a b.jpg").fullPath == "a b.jpg")
  }

  @Test func `hostile bytes are read or refused, never more`() {
    var random = SeededGenerator()
    let pieces = [
      "gs://", "https://", "h", "/", "//", "v0", "b", "o", "%", "%2F", "%00", "?", "#", "é",
      "\u{301}", "storage.googleapis.com", ":", "1", "\0", "storage", "v1", "🚇",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let reference = try? any.reference(forAddress: text) else { continue }
      let path = reference.fullPath.utf8
      #expect(!reference.bucket.isEmpty)
      #expect(path.first != UInt8(ascii: "/") && path.last != UInt8(ascii: "/"))
      #expect((try? any.reference(forAddress: reference.description)) == reference, "\(text)")
    }
  }
}

@Suite struct StorageAddressTests {
  private func text(_ text: String) -> String? { (try? StorageAddress(text))?.description }

  @Test func `every form of address has one way to be written`() {
    #expect(text("file:///srv/a%20shop") == "file:///srv/a%20shop?bucket=default")
    #expect(text("file:///srv/shop/?bucket=covers") == "file:///srv/shop?bucket=covers")
    #expect(text("gs://b-1.appspot.com/") == text("gs://b-1.appspot.com"))
    #expect(text("gs://bkt") == "https://firebasestorage.googleapis.com:443/v0/b/bkt")
    #expect(text("http://127.0.0.1:9199/v0/b/bkt/") == "http://127.0.0.1:9199/v0/b/bkt")
    #expect(text("https://Host/storage/v1/b/bkt") == "https://host:443/storage/v1/b/bkt")
    #expect(text("http://[::1]:80/storage/v1/b/bkt") == "http://[::1]:80/storage/v1/b/bkt")
  }

  @Test func `what is no address of a storage is refused`() {
    for address in [
      "", "bkt", "gs://", "gs://b/x", "file://", "file://host/x", "file:relative",
      "file:///x?other=1", "file:///x?bucket=", "file:///x?bucket=a/b", "file:///x?bucket=..",
      "file:///%00", "https://h", "https://h/v0/b", "https://h/v0/b/", "https://h/v0/b/bkt/o/x",
      "https://h:0/v0/b/bkt", "https://h:65536/v0/b/bkt", "https://h:+1/v0/b/bkt",
      "https://u@h/v0/b/bkt", "https:///v0/b/bkt", "https://h/v1/b/bkt", "ftp://h/v0/b/bkt",
      "https://h/v0/b/b%2Fkt", "https://h/v0/b/b kt",
    ] {
      #expect(text(address) == nil, "\(address)")
    }
  }

  @Test func `what is written is read as the same`() throws {
    for address in [
      "file:///srv/a%20shop%3F?bucket=covers", "gs://bkt", "http://127.0.0.1:9199/v0/b/bkt",
      "http://h/storage/v1/b/bkt",
    ] {
      let read = try StorageAddress(address)
      #expect(try StorageAddress(read.description) == read)
    }
  }
}
