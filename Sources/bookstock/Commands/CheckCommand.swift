import Foundation
import Inventory
import InventoryStore
import RealtimeDatabase

/// `bookstock check`: structure, lists against records, counts against movements.
enum CheckCommand {
  static let all = [
    Command(
      "check", "", 0...0, "verify the database and the ledger",
      [
        Option("--adopt", nil, "book counts changed behind the ledger as corrections"),
        Option("--repair", nil, "save what can be read of a damaged database into a new one"),
        Option("--output", "DIR", "the new one's folder (DATA-repaired)"),
      ], run: run)
  ]

  private static func run(_ call: Invocation) async throws -> Int32 {
    if call.has("--repair") {
      guard !call.has("--adopt") else {
        throw UsageError(
          "--adopt changes the database and --repair leaves it as it is: one at a time.",
          command: call.command)
      }
      return try repair(call)
    }
    if call.has("--output") {
      throw UsageError("--output says where --repair saves to.", command: call.command)
    }
    let shop = try Shop(call.settings)
    var report = try await shop.store.check()
    var adopted = 0
    if call.has("--adopt") {
      for drift in report.drifts {
        _ = try await shop.store.adopt(drift)
        adopted += 1
      }
      report = try await shop.store.check()
    }
    if call.output.json {
      call.output.document(document(report, adopted: adopted, adopting: call.has("--adopt")))
    } else {
      say(report, adopted: adopted, call.output)
    }
    return report.isContent ? 0 : 1
  }

  /// Never opens the damaged database as a shop: that may be what fails.
  private static func repair(_ call: Invocation) throws -> Int32 {
    let target = try call["--output"] ?? beside(call.settings.data)
    let report: Database.RepairReport
    do {
      report = try Database.repair(call.settings.data, into: target)
    } catch {
      throw StoreTrouble.wrapping(error)
    }
    if call.output.json {
      let lost = report.lost.map { finding in
        Document.object([("place", .text(finding.place)), ("message", .text(finding.reason))])
      }
      call.output.document(
        .object([
          ("ok", .bool(report.lost.isEmpty)), ("records", .number(report.records)),
          ("output", .text(target)), ("lost", .array(lost)),
        ]))
    } else {
      for finding in report.lost { call.output.line("\(finding.place): \(finding.reason)") }
      call.output.line(
        "\(report.records) records are saved in \(printable(target)); "
          + (report.lost.isEmpty
            ? "nothing is missing." : "\(report.lost.count) lines above say what is missing."))
      call.output.line("The damaged database is as it was. Look at the new one with --data.")
    }
    return report.lost.isEmpty ? 0 : 1
  }

  /// Where a repaired database goes when nothing else is said: beside the damaged one, never in it.
  private static func beside(_ data: String) throws -> String {
    guard !data.isEmpty else { throw UsageError("--data needs the name of a folder.") }
    // The folder's own name in the place of dots: `.` and `-repaired` would be a name in it.
    let isDots = data.split(separator: "/").last.map { $0 == "." || $0 == ".." } ?? true
    var name = isDots ? URL(filePath: data).standardizedFileURL.path : data
    while name.hasSuffix("/") { name.removeLast() }
    guard !name.isEmpty else {
      throw UsageError("Nothing can be put beside /: --output says where to save to.")
    }
    return name + "-repaired"
  }

  private static func say(_ report: StockReport, adopted: Int, _ output: Output) {
    if adopted > 0 { output.line("\(adopted) counts adopted as corrections.") }
    for finding in report.findings { output.line(finding) }
    for drift in report.drifts { output.line(Wording.line(of: drift)) }
    let size = "\(report.books) books, \(report.movements) movements"
    output.line(
      report.isContent
        ? "Everything holds: \(size)."
        : "\(report.findings.count + report.drifts.count) findings in \(size).")
  }

  private static func document(
    _ report: StockReport, adopted: Int, adopting: Bool
  ) -> Document {
    let drifts = report.drifts.map { drift in
      Document.object([
        ("kind", .text("count")), ("isbn", .text(drift.key.text)),
        ("count", .number(drift.count)), ("expected", .number(drift.expected)),
        ("message", .text(Wording.line(of: drift))),
      ])
    }
    let findings = report.findings.map { finding in
      Document.object([("kind", .text("structure")), ("message", .text(finding))])
    }
    return .object(
      Document.fields([
        ("ok", .bool(report.isContent)), ("books", .number(report.books)),
        ("movements", .number(report.movements)), ("findings", .array(findings + drifts)),
        ("adopted", adopting ? .number(adopted) : nil),
      ]))
  }
}
