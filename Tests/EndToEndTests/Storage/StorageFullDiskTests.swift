import Glibc
import TestSupport
import Testing

/// A disk that is really full under the bucket, and under the file that is got.
@Suite(.enabled("needs a namespace with a mount of its own", OwnDisk.isPossible))
struct StorageFullDiskTests {
  @Test func `a full disk is said so, nothing is lost, and a get goes on when there is room`()
    async throws
  {
    let depot = try Depot()
    try depot.place.write(Depot.noise(3 << 20), to: "large")
    try depot.place.write("", to: "disk/.keep")
    // Everything happens in one namespace: with its end the disk is gone. What a failed put has
    // left is cleared away by who opens the bucket next: there is room soon, not at once.
    let script = """
      b="$0"; d=disk; mount -t tmpfs -o size=4m none "$d" || exit 99
      "$b" --data "$d/x" storage put - first --json <<<one >/dev/null || exit 98
      dd if=/dev/zero of="$d/fill" bs=1k count=2000 2>/dev/null
      "$b" --data "$d/x" storage put large --json; echo "put $?"
      "$b" --data "$d/x" storage ls; "$b" --data "$d/x" storage get first -
      rm "$d/fill"
      for i in $(seq 20); do "$b" --data "$d/x" storage put large >/dev/null; s=$?
        [ $s = 0 ] && break; done; echo "again $s"
      "$b" --data "$d/x" storage rm large >/dev/null; echo "rm $?"
      "$b" --data y storage put large >/dev/null || exit 97
      rm -r "$d/x"; dd if=/dev/zero of="$d/fill" bs=1k count=2000 2>/dev/null
      echo old >"$d/out"
      "$b" --data y storage get large "$d/out"; echo "get $?"; cat "$d/out"
      rm "$d/fill"; "$b" --data y storage get large "$d/out" >/dev/null; echo "again $?"
      cmp large "$d/out" && echo same; ls "$d"
      head -c 9000000 /dev/zero | TMPDIR="$d" "$b" --data y storage put - x; echo "pipe $?"; ls "$d"
      """
    let result = try await ChildProcess.run(
      Command(
        "unshare",
        OwnDisk.options + ["bash", "-c", script, BuiltProducts.path(of: "bookstock")],
        environment: depot.shop.environment, in: depot.place.path), within: patience * 2)
    let expected = """
      put 3
      first
      one
      again 0
      rm 0
      get 3
      old
      again 0
      same
      out
      pipe 1
      out

      """
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("{") }
    #expect(lines.joined(separator: "\n") + "\n" == expected, "\(result)")
    #expect(result.output.contains("\"reason\":\"full\""), "\(result)")
    #expect(result.errors.contains("No space left on device"), "\(result)")
    #expect(result.errors.contains("the same command goes on"), "\(result)")
  }
}

/// Whether a disk can be mounted here.
private enum OwnDisk {
  static let options = geteuid() == 0 ? ["-m"] : ["-r", "-m"]

  /// Costs a process.
  @Sendable static func isPossible() async throws -> Bool {
    let mount = Command("unshare", options + ["mount", "-t", "tmpfs", "none", "/mnt"])
    return try await ChildProcess.run(mount).status == 0
  }
}
