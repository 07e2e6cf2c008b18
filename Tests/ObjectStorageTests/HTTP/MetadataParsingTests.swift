import Foundation
import ObjectStorage
import TestSupport
import Testing

/// A server's JSON of an object, and its dates.
@Suite struct MetadataParsingTests {
  private func record(_ json: String) throws -> ObjectRecord {
    try #require(ObjectRecord(json: Data(json.utf8), bucket: "b", name: "n"))
  }

  @Test func `meta_parse_strings_and_numbers: numbers may be text`() throws {
    let record = try record(
      #"{"size": "1337", "generation": "12345", "metageneration": 67890, "name": "path/to/object"}"#
    )
    #expect(record.size == 1_337)
    #expect(record.generation == 12_345)
    #expect(record.metageneration == 67_890)
    #expect(record.name == "path/to/object")
  }

  @Test func `meta_date_z: a date with a fraction is read`() throws {
    let date = try #require(
      try record(#"{"timeCreated": "1992-08-07T17:22:53.108Z"}"#).timeCreated)
    #expect(abs(date.timeIntervalSince1970 - 713_208_173.108) < 0.000_1)
  }

  @Test func `meta_date_no_fraction_and_micros: any number of digits is read`() throws {
    let record = try record(
      #"{"timeCreated": "2026-11-30T00:52:06Z", "updated": "2026-11-30T00:52:06.57927Z"}"#)
    #expect(record.timeCreated != nil)
    #expect(record.updated != nil)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("1970-01-01T00:00:00.500000000Z", 0.5),
    ("2000-02-29T12:00:00+00:00", 951_825_600), ("2000-02-29T13:30:00+0130", 951_825_600),
    ("2000-02-29T07:00:00-05:00", 951_825_600), ("1969-12-31T23:59:59z", -1),
  ]) func `dates of RFC 3339 are read`(text: String, seconds: Double) {
    #expect(Timestamp.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "2001-02-29T00:00:00Z", "2001-13-01T00:00:00Z", "2001-01-01T24:00:00Z",
    "2001-01-01T00:00:00", "2001-01-01 00:00:00Z", "2001-01-01T00:00:00.Z",
    "2001-01-01T00:00:00.1234567890Z", "2001-01-01T00:00:00Zx", "２001-01-01T00:00:00Z",
    "2001-01-01T00:00:00+9900",
  ]) func `what is no date is none`(text: String) {
    #expect(Timestamp.date(text) == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"metadata": {}}"#, #"{"metadata": null}"#, #"{"metadata": 7}"#,
    #"{"metadata": {"a": 1, "b": null}}"#, #"{"size": -5}"#, #"{"size": 1e300}"#,
    #"{"size": true, "generation": [], "timeCreated": 5, "md5Hash": "zz", "crc32c": "no"}"#,
  ]) func `odd fields do not spoil the rest`(json: String) throws {
    let record = try record(json)
    #expect(record.name == "n")
    #expect(record.size >= 0)
    #expect(record.md5Hash == nil)
    #expect(record.crc32c == nil)
    #expect(record.settings.customMetadata?.isEmpty ?? true)
  }

  @Test(arguments: [
    #""crc32c": "3381945770""#, #""crc32c": 3381945770"#, #""crc32c": "yZRlqg==""#,
  ]) func `a checksum is read in each of its spellings`(field: String) throws {
    #expect(try record("{\(field)}").crc32c == "yZRlqg==")
  }

  @Test func `tokens are found in both places`() throws {
    #expect(try record(#"{"downloadTokens": "a, b,,c"}"#).downloadTokens == ["a", "b", "c"])
    let custom = #"{"metadata": {"firebaseStorageDownloadTokens": "x,y", "k": "v"}}"#
    #expect(try record(custom).downloadTokens == ["x", "y"])
  }

  @Test(arguments: ["", "[]", "nonsense", "{\"a\":", String(repeating: "[", count: 100_000)])
  func `what is no object is none`(json: String) {
    #expect(ObjectRecord(json: Data(json.utf8), bucket: "b", name: "n") == nil)
  }
}
