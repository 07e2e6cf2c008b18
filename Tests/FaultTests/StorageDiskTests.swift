import Glibc
import StoragePeer
import TestSupport
import Testing

/// A bucket on a disk that is full, or may not be written: mounts of their own, where the system
/// lets tests make them.
@Suite(.enabled("needs a namespace with a mount of its own", OwnMount.isPossible))
struct StorageDiskTests {
  /// Runs a script in one namespace: with its end the disk is gone.
  ///
  /// `$p` is the peer, `$d` the disk.
  private func run(_ script: String) async throws -> ChildProcess.Result {
    let place = try TemporaryPlace()
    try place.write("", to: "disk/.keep")
    return try await ChildProcess.run(
      Command(
        "unshare",
        OwnMount.options + [
          "bash", "-c", "p=\"$0\"; d=\"$1/disk\"\n" + script,
          BuiltProducts.path(of: "StoragePeer"), place.path,
        ]), within: patience * 2)
  }

  @Test func `a full disk is a quota that is exceeded, and nothing is lost`() async throws {
    let result = try await run(
      """
      mount -t tmpfs -o size=4m none "$d" || exit 99
      "$p" "$d/b" put first 1 >/dev/null || exit 98
      dd if=/dev/zero of="$d/filler" bs=1k count=1000 2>/dev/null
      coproc PEER { "$p" "$d/b" fill; }
      read -r line <&"${PEER[0]}"; echo "filled $line"
      rm "$d/filler"; echo >&"${PEER[1]}"
      read -r line <&"${PEER[0]}"; echo "$line"
      wait
      "$p" "$d/b" check; find "$d/b/objects" -type f | wc -l
      """)
    let filled = result.output.firstMatch(of: /filled (\d+) quotaExceeded/)
    let count = try #require(filled.flatMap { Int($0.output.1) }, "\(result)")
    #expect(count > 3, "\(result)")
    #expect(result.output.contains("again done\nwhole \(count + 2)\n\(count + 2)\n"), "\(result)")
  }

  @Test func `a file beyond the allowed size is a quota that is exceeded`() async throws {
    let result = try await run(
      """
      trap '' XFSZ; ulimit -f 40
      "$p" "$1/disk/b" fill </dev/null
      """)
    #expect(result.output.contains("0 quotaExceeded\nagain done\n"), "\(result)")
  }

  @Test func `a disk that may not be written is unauthorized, and can be read`() async throws {
    let result = try await run(
      """
      mount -t tmpfs none "$d" || exit 99
      "$p" "$d/b" put x 1 >/dev/null || exit 98
      mount -o remount,ro "$d" || exit 97
      "$p" "$d/b" try
      """)
    #expect(
      result.output == "put unauthorized\nget done\ndelete unauthorized\n", "\(result)")
  }

  @Test(.enabled("only root can become another user", { geteuid() == 0 }))
  func `a folder of another user is unauthorized`() async throws {
    let result = try await run(
      """
      mount -t tmpfs none "$d" || exit 99
      cp "$p" "$d/peer" || exit 96
      "$p" "$d/b" put x 1 >/dev/null || exit 98
      as="setpriv --reuid 65534 --regid 65534 --clear-groups"
      chmod 755 "$1" "$d"; $as "$d/peer" "$d/b" try
      chmod 700 "$d/b"; $as "$d/peer" "$d/b" try
      """)
    let refused = "failed: User does not have permission"
    #expect(
      result.output.hasPrefix("put unauthorized\nget done\ndelete unauthorized\n\(refused)"),
      "\(result)")
  }
}

/// Whether a disk can be mounted here.
private enum OwnMount {
  static let options = geteuid() == 0 ? ["-m"] : ["-r", "-m"]

  /// Costs a process.
  @Sendable static func isPossible() async throws -> Bool {
    let mount = Command("unshare", options + ["mount", "-t", "tmpfs", "none", "/mnt"])
    return try await ChildProcess.run(mount).status == 0
  }
}
