import Inventory
import InventoryStore

/// `bookstock check`: structure, lists against records, counts against movements.
enum CheckCommand {
  static let all = [
    Command(
      "check", "", 0...0, "verify the database and the ledger",
      [Option("--adopt", nil, "book counts changed behind the ledger as corrections")], run: run)
  ]

  private static func run(_ call: Invocation) async throws -> Int32 {
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
