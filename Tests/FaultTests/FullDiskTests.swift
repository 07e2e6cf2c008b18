import Glibc
import TestSupport
import Testing

/// A small disk that is really full: a mount of its own, where the system lets tests make one.
@Suite(.enabled("needs a namespace with a mount of its own", SmallDisk.isPossible))
struct FullDiskTests {
  private static let isbn = "9780306406157"

  @Test func `a full disk is said so, and nothing is lost`() async throws {
    let place = try TemporaryPlace()
    let file = try place.write(BookFile.csv(rows: 3_000), to: "books.csv")
    try place.write("", to: "disk/.keep")
    // Everything happens in one namespace: with its end the disk is gone.
    let script = """
      b="$0"; d="$1/disk"; mount -t tmpfs -o size=6m none "$d" || exit 99
      "$b" --data "$d/x" add \(Self.isbn) --count 3 >/dev/null || exit 98
      dd if=/dev/zero of="$d/fill" bs=1k count=5000 2>/dev/null
      "$b" --data "$d/x" import "$2" --json; echo "import $?"
      "$b" --data "$d/x" show \(Self.isbn) --json; echo "show $?"
      dd if=/dev/zero of="$d/more" bs=1k 2>/dev/null
      for i in $(seq 40); do "$b" --data "$d/x" plus \(Self.isbn) --json >"$1/out" 2>"$1/err"
        s=$?; [ $s = 0 ] && n=$((n+1)) || { echo "plus $s"; break; }; done
      cat "$1/err"; rm "$d/fill" "$d/more"
      "$b" --data "$d/x" plus \(Self.isbn) >/dev/null; echo "again $?"
      "$b" --data "$d/x" list --json | grep -o '"count":[0-9]*'; echo "done $n"
      "$b" --data "$d/x" check; echo "check $?"
      """
    let result = try await ChildProcess.run(
      Command(
        "unshare",
        SmallDisk.options + [
          "bash", "-c", script, BuiltProducts.path(of: "bookstock"), place.path, file,
        ]), within: patience * 6)
    let output = result.output
    #expect(output.contains("import 3"), "\(result)")
    #expect(output.contains("\"reason\":\"full\""), "\(result)")
    #expect(output.contains("\"count\":3"), "\(result)")
    #expect(output.contains("show 0"), "\(result)")
    #expect(output.contains("again 0"), "\(result)")
    #expect(output.contains("check 0"), "\(result)")
    let done = output.firstMatch(of: /done (\d*)/).flatMap { Int($0.output.1) } ?? 0
    #expect(output.contains("\"count\":\(4 + done)\n"), "\(result)")
  }
}

/// Whether a small disk can be mounted here.
private enum SmallDisk {
  static let options = geteuid() == 0 ? ["-m"] : ["-r", "-m"]

  /// Costs a process.
  @Sendable static func isPossible() async throws -> Bool {
    let mount = Command("unshare", options + ["mount", "-t", "tmpfs", "none", "/mnt"])
    return try await ChildProcess.run(mount).status == 0
  }
}
