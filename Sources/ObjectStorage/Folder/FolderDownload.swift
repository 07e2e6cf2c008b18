internal import Foundation
internal import Platform
internal import Synchronization

/// An object that is being read: its file is open, so that replacing it disturbs nobody.
final class FolderDownload: Sendable {
  let content: ObjectContent
  private let file: FileDescriptor
  private let position = Mutex<Int64>(0)

  init(_ content: ObjectContent, _ file: consuming FileDescriptor) {
    self.content = content
    self.file = file
  }

  /// What tells this content from any other of the same name.
  var validator: String { "\(content.generation)" }

  /// Where the next piece begins.
  var offset: Int64 { position.withLock { $0 } }

  var isDone: Bool { offset >= content.size }

  /// Begins at a place.
  func start(_ offset: Int64) { position.withLock { $0 = offset } }

  /// Reads the next piece and gives it to a sink.
  func advance(into sink: any DownloadSink) throws {
    let start = offset
    let count = Int(min(Int64(FolderLimits.piece), content.size - start))
    guard count > 0 else { return }
    let piece = try read(at: start, count)
    try sink.append(piece)
    position.withLock { $0 = start + Int64(count) }
  }

  private func read(at offset: Int64, _ count: Int) throws(FolderFault) -> Data {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    let got: Int
    do throws(SystemError) {
      got = try file.read(into: buffer, at: offset)
    } catch {
      buffer.deallocate()
      throw .system(error)
    }
    guard got == count, let start = buffer.baseAddress else {
      buffer.deallocate()
      throw .damaged("the bytes of \"\(file.path ?? "")\" are not all there.")
    }
    return Data(
      bytesNoCopy: start, count: count, deallocator: .custom { start, _ in start.deallocate() })
  }
}
