import Inventory
import InventoryStore

/// `bookstock import FILE`.
enum ImportCommand {
  static let all = [
    Command(
      "import", "FILE", 1...1, "take in a CSV file or the original app's JSON export",
      [
        Option("--dry-run", nil, "only say what would change"),
        Option("--add", nil, "add the file's counts instead of setting them"),
      ], run: run)
  ]

  private static func run(_ call: Invocation) async throws -> Int32 {
    let draft = try ImportFile.read(call.operands[0])
    let shop = try Shop(call.settings)
    let mode: ImportMode = call.has("--add") ? .add : .set
    let report =
      call.has("--dry-run")
      ? try await shop.store.preview(draft, mode: mode)
      : try await shop.store.apply(draft, mode: mode)
    for rejected in report.rejected {
      call.output.message("\(place(rejected.line, rejected.key)): \(rejected.sentence)")
    }
    if call.output.json {
      call.output.document(document(report, dry: call.has("--dry-run")))
    } else {
      for warning in report.warnings {
        call.output.message("\(place(warning.line, warning.key?.text)): \(warning.sentence)")
      }
      let verb = call.has("--dry-run") ? "would be" : "were"
      call.output.line(
        "\(report.new) new, \(report.changed) changed, \(report.same) the same, "
          + "\(report.rejected.count) rejected; "
          + "\(report.new + report.changed) books \(verb) written."
      )
    }
    return report.new + report.changed + report.same == 0 && !report.rejected.isEmpty ? 1 : 0
  }

  private static func document(_ report: ImportReport, dry: Bool) -> Document {
    .object(
      Document.fields([
        ("dryRun", .bool(dry)), ("new", .number(report.new)), ("changed", .number(report.changed)),
        ("same", .number(report.same)), ("session", report.session.map(Document.text)),
        ("rejected", .array(report.rejected.map(rejected))),
        ("warnings", .array(report.warnings.map(warning))),
      ]))
  }

  private static func rejected(_ row: ImportDraft.Rejected) -> Document {
    .object(
      Document.fields([
        ("line", row.line.map(Document.number)), ("key", row.key.map(Document.text)),
        ("input", .text(row.input)), ("reason", .text(row.reason)),
        ("message", .text(row.sentence)),
      ]))
  }

  private static func warning(_ warning: ImportDraft.Warning) -> Document {
    .object(
      Document.fields([
        ("line", warning.line.map(Document.number)),
        ("isbn", warning.key.map { .text($0.text) }), ("warn", .text(warning.word)),
        ("message", .text(warning.sentence)),
      ]))
  }

  private static func place(_ line: Int?, _ key: String?) -> String {
    line.map { "line \($0)" } ?? key.map { "key \(printable($0))" } ?? "file"
  }
}
