import Foundation
import ObjectStorage

/// Objects as documents, and as people read them.
enum StorageWording {
  /// An entry that holds the tokens of download addresses: it is a secret.
  ///
  /// Google Cloud Storage: where Firebase keeps them.
  private static let tokenEntry = "firebaseStorageDownloadTokens"

  /// Everything that is known of an object, by the names of the protocols.
  static func fields(of object: StorageMetadata) -> [(String, Document)] {
    let custom = (object.customMetadata ?? [:]).sorted { $0.key < $1.key }
      .map { ($0.key, Document.text($0.key == tokenEntry ? "…" : $0.value)) }
    return Document.fields([
      ("name", .text(object.path ?? "")), ("bucket", .text(object.bucket)),
      ("size", .number(Int(object.size))),
      ("contentType", object.contentType.map(Document.text)),
      ("created", object.timeCreated.map { .text(time($0)) }),
      ("updated", object.updated.map { .text(time($0)) }),
      ("generation", .text(String(object.generation))),
      ("metageneration", .text(String(object.metageneration))),
      ("md5Hash", object.md5Hash.map(Document.text)),
      ("cacheControl", object.cacheControl.map(Document.text)),
      ("contentDisposition", object.contentDisposition.map(Document.text)),
      ("contentEncoding", object.contentEncoding.map(Document.text)),
      ("contentLanguage", object.contentLanguage.map(Document.text)),
      ("metadata", custom.isEmpty ? nil : .object(custom)),
    ])
  }

  /// The same in lines.
  static func lines(of object: StorageMetadata) -> [String] {
    fields(of: object).flatMap { name, value -> [String] in
      switch value {
      case .object(let entries):
        entries.map { row("\(name).\(printable($0.0, columns: 200))", $0.1) }
      default: [row(name, value)]
      }
    }
  }

  private static func row(_ name: String, _ value: Document) -> String {
    let text = if case .text(let text) = value { text } else { value.line }
    let padding = String(repeating: " ", count: max(1, 20 - name.count))
    return name + padding + printable(text, columns: 4_000)
  }

  /// An object in a list.
  static func document(_ name: String, _ object: StorageMetadata?) -> Document {
    .object(
      Document.fields([
        ("name", .text(name)), ("size", object.map { .number(Int($0.size)) }),
        ("updated", object?.updated.map { .text(time($0)) }),
        ("contentType", object?.contentType.map(Document.text)),
      ]))
  }

  /// An object in a list with its size, its time in this place, and its type; a folder has none.
  static func line(_ name: String, _ object: StorageMetadata?) -> String {
    let size = object.map { String($0.size) } ?? ""
    let updated = object?.updated.map { Wording.time(Int64($0.timeIntervalSince1970)) } ?? ""
    let type = printable(object?.contentType ?? "", columns: 30)
    func pad(_ text: String, _ columns: Int) -> String {
      String(repeating: " ", count: max(0, columns - text.count))
    }
    return pad(size, 12) + size + "  " + updated + pad(updated, 16) + "  " + type + pad(type, 26)
      + "  " + printable(name, columns: 4_000)
  }

  /// `2026-11-30T00:52:06.579Z`.
  private static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
