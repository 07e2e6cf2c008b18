import Glibc

/// How much the long tests do: the full figures with `BOOKSTOCK_THOROUGH=1`, else fewer.
package enum Thorough {
  package static let isOn = getenv("BOOKSTOCK_THOROUGH").map { String(cString: $0) } == "1"

  /// One of two numbers, by how thorough the run is.
  package static func pick(_ usual: Int, thorough: Int) -> Int { isOn ? thorough : usual }
}
