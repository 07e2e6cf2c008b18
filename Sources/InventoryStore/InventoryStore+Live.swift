public import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// A window over the sorted stock that follows every desk's changes.
  ///
  /// The first page comes at once, later ones when something in view changed; a slow reader gets
  /// the newest only.
  public func shelf(_ request: ShelfRequest) -> AsyncStream<Live<ShelfPage>> {
    live { [self] yield in
      if request.filter.isEmpty {
        let windowed = try await WindowedShelf(request, reading: self)
        for try await window in database.query(windowed.query).window(windowed.window) {
          yield(windowed.page(window))
        }
      } else {
        for try await _ in database.reference(at: Places.books).changes() {
          yield(try await filtered(request))
        }
      }
    }
  }

  /// The number of titles and copies, from the lists that every commit keeps exact.
  public func totals() -> AsyncStream<Live<Totals>> {
    live { [self] yield in
      let query = SortField.title.query
      for try await _ in database.reference(at: Places.books).changes() {
        let (titles, copies) = try await reading { reader in
          (try reader.total(of: query), try reader.sum(of: Path([Field.count]), in: query))
        }
        yield(Totals(titles: titles, copies: Int(copies.integer ?? 0)))
      }
    }
  }

  /// One book as it is, and after every change; nil when it is not in stock.
  public func watch(_ key: StockKey) -> AsyncStream<Live<Book?>> {
    live { [self] yield in
      for try await _ in database.reference(at: Places.book(key)).changes() {
        yield(try await book(key))
      }
    }
  }

  /// The last movements, newest first, as they come.
  public func recent(of key: StockKey?, limit: Int) -> AsyncStream<Live<[Movement]>> {
    live { [self] yield in
      let query = InventoryStore.movements(of: key)
      let request = WindowRequest(anchor: .last, before: limit, after: 0)
      for try await window in database.query(query).window(request) {
        yield(window.rows.reversed().compactMap { Movement(id: $0.key, node: $0.node) })
      }
    }
  }

  private func filtered(_ request: ShelfRequest) async throws -> ShelfPage {
    let found = try await found(request.filter, under: request.sort.ordering)
    return FilteredShelf(request, found: found).page
  }

  /// A stream of newest values, made by a task that lives as long as somebody listens.
  func live<Value: Sendable>(
    _ work: @escaping @Sendable (_ yield: @escaping @Sendable (Value) -> Void) async throws -> Void
  ) -> AsyncStream<Live<Value>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          try await work { continuation.yield(.value($0)) }
        } catch is CancellationError {
          // Nobody listens any more.
        } catch {
          let trouble = StoreTrouble.wrapping(error) as? StoreTrouble
          continuation.yield(
            .trouble(trouble ?? StoreTrouble(code: .other, sentence: String(describing: error))))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
