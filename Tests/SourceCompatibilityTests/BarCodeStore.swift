import Foundation
import RealtimeDatabase

// Code as it is written for Firebase on a phone: nothing but the imports is different there.

/// A book as the app writes it at `BarCode/<ISBN>`.
struct BarCodeBook: Codable, Equatable {
  var isbn: Int
  var title: String
  var url: String
  var icon: String
  var count: Int
  var timestamp: Int

  var values: [String: Any] {
    return [
      "isbn": isbn, "title": title, "url": url, "icon": icon, "count": count,
      "timestamp": timestamp,
    ]
  }

  init(isbn: Int, title: String, count: Int, timestamp: Int = 1_550_000_000) {
    self.isbn = isbn
    self.title = title
    self.url = "https://shop.example/\(isbn)"
    self.icon = ""
    self.count = count
    self.timestamp = timestamp
  }

  init?(_ snapshot: DataSnapshot) {
    guard let values = snapshot.value as? [String: Any],
      let isbn = values["isbn"] as? Int,
      let title = values["title"] as? String,
      let url = values["url"] as? String,
      let count = values["count"] as? Int,
      let timestamp = values["timestamp"] as? TimeInterval
    else { return nil }
    self.isbn = isbn
    self.title = title
    self.url = url
    self.icon = values["icon"] as? String ?? ""
    self.count = count
    self.timestamp = Int(timestamp)
  }
}

enum BarCodeError: Error {
  case exists
  case missing
}

/// What the app's pages call: one way to read, whether once or live, and one for each change.
class BarCodeStore {
  private let reference: DatabaseReference
  private var stockHandle: DatabaseHandle?
  private(set) var books: [BarCodeBook] = []

  init(database: Database) {
    reference = database.reference()
  }

  func path(_ isbn: Int) -> String {
    return "BarCode/\(isbn)"
  }

  /// Reads once, or observes: then the observer's handle is returned.
  @discardableResult
  func read(
    _ path: String, isObserving: Bool = false,
    completion: @escaping (Result<DataSnapshot, Error>) -> Void
  ) -> DatabaseHandle? {
    let place = reference.child(path)
    if isObserving {
      return place.observe(
        .value,
        with: { (snapshot) in
          completion(.success(snapshot))
        },
        withCancel: { (error) in
          completion(.failure(error))
        })
    }
    place.observeSingleEvent(of: .value) { snapshot in
      completion(.success(snapshot))
    } withCancel: { error in
      completion(.failure(error))
    }
    return nil
  }

  func stopObserving(_ path: String, handle: DatabaseHandle) {
    reference.child(path).removeObserver(withHandle: handle)
  }

  /// Writes a new book, unless its number is there already.
  func add(_ book: BarCodeBook, completion: @escaping (Result<DatabaseReference, Error>) -> Void) {
    read(path(book.isbn)) { [weak self] result in
      guard let self = self else { return }
      switch result {
      case .failure(let error):
        completion(.failure(error))
      case .success(let snapshot):
        guard !snapshot.exists() else {
          completion(.failure(BarCodeError.exists))
          return
        }
        self.reference.child(self.path(book.isbn)).setValue(book.values) { error, reference in
          if let error = error {
            completion(.failure(error))
          } else {
            completion(.success(reference))
          }
        }
      }
    }
  }

  /// Sets the one number.
  func setCount(_ count: Int, of isbn: Int, completion: @escaping (Error?) -> Void) {
    reference.child(path(isbn)).child("count").setValue(count) { (error, _) in
      completion(error)
    }
  }

  /// Takes some away as one step, however many phones do so at once.
  func take(
    _ amount: Int, of isbn: Int, completion: @escaping (Result<Int, Error>) -> Void
  ) {
    reference.child(path(isbn)).runTransactionBlock(
      { (currentData: MutableData) -> TransactionResult in
        guard var book = currentData.value as? [String: AnyObject],
          let count = book["count"] as? Int
        else { return TransactionResult.success(withValue: currentData) }
        if count < amount { return TransactionResult.abort() }
        book["count"] = count - amount as AnyObject?
        currentData.value = book
        return TransactionResult.success(withValue: currentData)
      },
      andCompletionBlock: { (error, committed, snapshot) in
        if let error = error {
          completion(.failure(error))
          return
        }
        let values = snapshot?.value as? NSDictionary
        let count = values?["count"] as? Int
        completion(committed ? .success(count ?? 0) : .failure(BarCodeError.missing))
      })
  }

  /// Edits some fields; the others stay.
  func fix(_ isbn: Int, title: String, icon: String?, completion: @escaping (Error?) -> Void) {
    var values: [String: Any] = ["title": title, "timestamp": ServerValue.timestamp()]
    values["icon"] = icon ?? NSNull()
    reference.child(path(isbn)).updateChildValues(values) { error, _ in
      completion(error)
    }
  }

  func remove(_ isbn: Int, completion: @escaping (Error?) -> Void) {
    reference.child(path(isbn)).removeValue { error, _ in
      completion(error)
    }
  }

  /// Looks books up by their title.
  func find(title: String, completion: @escaping (Result<[BarCodeBook], Error>) -> Void) {
    reference.child("BarCode").queryOrdered(byChild: "title").queryEqual(toValue: title)
      .observeSingleEvent(
        of: .value,
        with: { snapshot in
          var found: [BarCodeBook] = []
          for case let child as DataSnapshot in snapshot.children {
            if let book = BarCodeBook(child) { found.append(book) }
          }
          completion(.success(found))
        },
        withCancel: { completion(.failure($0)) })
  }

  /// Keeps the list of all books, in the order of their numbers.
  func observeStock(_ changed: @escaping ([BarCodeBook]) -> Void) {
    stockHandle = reference.child("BarCode").queryOrderedByKey().observe(.value) {
      [weak self] snapshot in
      let children = snapshot.children.allObjects as? [DataSnapshot] ?? []
      self?.books = children.compactMap { BarCodeBook($0) }
      changed(self?.books ?? [])
    }
  }

  func stopObservingStock() {
    guard let stockHandle = stockHandle else { return }
    reference.child("BarCode").removeObserver(withHandle: stockHandle)
    self.stockHandle = nil
  }

  deinit {
    stopObservingStock()
  }
}
