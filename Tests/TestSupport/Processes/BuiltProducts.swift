import Glibc

/// Where the build put its products: next to the running test program.
package enum BuiltProducts {
  /// The folder of the running executable.
  package static let folder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(
      decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }()

  /// The path of a built program.
  package static func path(of product: String) -> String { folder + "/" + product }
}
