import Foundation
import ObjectStorage
import TestSupport
import Testing

/// The bucket does what a dictionary does.
@Suite struct FolderModelTests {
  private struct Kept {
    var data: Data
    var settings: ObjectSettings
    var generation: Int64
    var metageneration: Int64
  }

  @Test func `random puts, changes, deletions and readings agree with a dictionary`()
    async throws
  {
    var random = SeededGenerator()
    let place = try TemporaryPlace()
    var bucket = try await FolderBucket.open("shop", at: place.path, creates: true)
    var model: [Bytes: Kept] = [:]
    var last: Int64 = 0
    let names = FolderNameTests.hostile
    for step in 0..<600 {
      if step % 150 == 149 {
        await bucket.close()
        bucket = try await FolderBucket.open("shop", at: place.path, creates: step % 2 == 0)
      }
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let key = Bytes(ObjectPath(name).text)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let data = bytes(Int.random(in: 0...2_000, using: &random), seed: random.next())
        let settings = Self.settings(&random)
        let record = try await bucket.put(name, data, settings)
        #expect(record.generation > last)
        last = record.generation
        model[key] = Kept(
          data: data, settings: Self.shown(settings), generation: last, metageneration: 1)
      case 4..<6:
        let patch = Self.patch(&random)
        let object = ObjectPath(name)
        guard var kept = model[key] else {
          #expect(
            await code { _ = try await bucket.update(object, with: patch, within: time) }
              == .objectNotFound)
          continue
        }
        let record = try await bucket.update(object, with: patch, within: time)
        kept.settings = Self.patched(kept.settings, patch)
        kept.metageneration += 1
        #expect(record.metageneration == kept.metageneration)
        model[key] = kept
      case 6..<8:
        let found = await code { try await bucket.delete(name) }
        #expect(found == (model[key] == nil ? .objectNotFound : nil))
        model[key] = nil
      default:
        try await compare(name, model[key], in: bucket)
      }
    }
    for name in names { try await compare(name, model[Bytes(ObjectPath(name).text)], in: bucket) }
    #expect(try FolderFixture.files(in: place.path).count == model.count)
    #expect(try await bucket.sweep() == 0)
  }

  private func compare(_ name: String, _ kept: Kept?, in bucket: FolderBucket) async throws {
    guard let kept else {
      #expect(await code { _ = try await bucket.get(name) } == .objectNotFound)
      return
    }
    let record = try await bucket.metadata(name)
    #expect(record.settings == kept.settings)
    #expect(record.generation == kept.generation)
    #expect(record.metageneration == kept.metageneration)
    #expect(try await bucket.get(name) == kept.data)
  }

  private static let texts: [String?] = [nil, "", "text/plain", "日本", "\u{0}\n", "a=\"b\""]

  private static func settings(_ random: inout SeededGenerator) -> ObjectSettings {
    var settings = ObjectSettings()
    settings.cacheControl = texts.randomElement(using: &random) ?? nil
    settings.contentType = texts.randomElement(using: &random) ?? nil
    settings.contentEncoding = texts.randomElement(using: &random) ?? nil
    if Bool.random(using: &random) { settings.customMetadata = ["k": "v", "日": "\u{0}"] }
    return settings
  }

  private static func patch(_ random: inout SeededGenerator) -> ObjectPatch {
    ObjectPatch(
      fields: ["contentLanguage": texts.randomElement(using: &random) ?? nil],
      custom: ["k": texts.randomElement(using: &random) ?? nil],
      clearsCustom: Bool.random(using: &random))
  }

  private static func patched(_ settings: ObjectSettings, _ patch: ObjectPatch) -> ObjectSettings {
    var settings = settings
    settings.contentLanguage = patch.fields["contentLanguage"] ?? nil
    var custom = patch.clearsCustom ? [:] : settings.customMetadata ?? [:]
    custom["k"] = patch.custom["k"] ?? nil
    settings.customMetadata = custom.isEmpty ? nil : custom
    return settings
  }

  private static func shown(_ settings: ObjectSettings) -> ObjectSettings {
    var settings = settings
    settings.contentEncoding = settings.contentEncoding ?? "identity"
    return settings
  }
}
