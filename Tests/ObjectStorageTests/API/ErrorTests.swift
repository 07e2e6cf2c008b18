import Foundation
import ObjectStorage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
  private let said: [String: any Sendable] = [
    "ResponseErrorDomain": "com.google.HTTPStatus", "ResponseErrorCode": 403,
    "ResponseBody": "{}", "NSUnderlyingError": NSError(domain: "com.google.HTTPStatus", code: 403),
  ]

  private var all: [(StorageError, Int, [String: String])] {
    [
      (.unknown(message: "m", serverError: said), -13000, [:]),
      (.objectNotFound(object: "o", serverError: said), -13010, ["object": "o"]),
      (.bucketNotFound(bucket: "b"), -13011, ["bucket": "b"]),
      (.projectNotFound(project: "p"), -13012, ["project": "p"]),
      (.quotaExceeded(bucket: "b", serverError: said), -13013, ["bucket": "b"]),
      (.unauthenticated(serverError: said), -13020, [:]),
      (
        .unauthorized(bucket: "b", object: "o", serverError: said), -13021,
        ["bucket": "b", "object": "o"]
      ),
      (.retryLimitExceeded(last: "l", serverError: said), -13030, [:]),
      (.nonMatchingChecksum(expected: "e", found: "f"), -13031, [:]),
      (
        .downloadSizeExceeded(total: 9, maxSize: 5), -13032,
        ["totalSize": "9", "maxAllowedSize": "5"]
      ),
      (.cancelled, -13040, [:]),
      (.invalidArgument(message: "m"), -13050, [:]),
      (.bucketMismatch(message: "m"), -13051, [:]),
      (.internalError(message: "m"), -13052, [:]),
      (.pathError(message: "m"), -13053, [:]),
    ]
  }

  @Test func `every error has its domain, its code, its parts and a sentence`() {
    for (error, code, parts) in all {
      let bridged = error.nsError
      #expect(bridged.domain == "FIRStorageErrorDomain")
      #expect(bridged.code == code)
      #expect(StorageErrorCode(rawValue: bridged.code) == error.code)
      #expect(bridged.localizedDescription == error.localizedDescription)
      #expect(!bridged.localizedDescription.isEmpty)
      for (key, value) in parts {
        #expect(bridged.userInfo[key].map { "\($0)" } == value, "\(code) \(key)")
      }
      #expect(StorageError(in: bridged)?.code == error.code)
      guard !error.serverError.isEmpty else { continue }
      #expect(bridged.userInfo["ResponseErrorDomain"] as? String == "com.google.HTTPStatus")
      #expect(bridged.userInfo["ResponseErrorCode"] as? Int == 403)
      #expect(bridged.userInfo["ResponseBody"] as? String == "{}")
      #expect((bridged.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 403)
    }
  }

  @Test func `the texts that Firebase's are known by`() {
    #expect(
      StorageError.objectNotFound(object: "a/b", serverError: [:]).localizedDescription
        == "Object a/b does not exist.")
    #expect(
      StorageError.unauthorized(bucket: "b", object: "a", serverError: [:]).localizedDescription
        == "User does not have permission to access gs://b/a.")
    #expect(
      StorageError.cancelled.localizedDescription == "User cancelled the upload/download.")
  }

  @Test func `completions get an NSError, those who wait the error itself`() async throws {
    let place = Place()
    let answers = Answers<Data>()
    place.reference("none").getData(maxSize: 1) { data, error in
      #expect(data == nil)
      answers.note(data, error)
    }
    let error = try #require(try await answers.error())
    #expect(error.domain == StorageErrorDomain)
    #expect(error.code == StorageErrorCode.objectNotFound.rawValue)
    #expect(error.userInfo["object"] as? String == "none")
    #expect(error.userInfo["ResponseErrorCode"] as? Int == 404)
    do {
      _ = try await place.reference("none").getMetadata()
      Issue.record("nothing was thrown")
    } catch StorageError.objectNotFound(let object, _) {
      #expect(object == "none")
    }
    let deleted = Answers<Bool>()
    place.reference("none").delete { deleted.note($0 == nil ? true : nil, $0) }
    #expect(try await deleted.code() == -13010)
  }
}
