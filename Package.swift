// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// One room of the house: its name and the rooms below it that it may look into.
func room(_ name: String, over below: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: below, swiftSettings: settings)
}

/// A program: the wiring of rooms, with a `main`.
func program(_ name: String, over below: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: below, swiftSettings: settings)
}

/// The tests of a room; they may look into the room, what lies below it, and `TestSupport`.
func tests(
  of name: String, over below: [Target.Dependency] = [], resources: [Resource] = [],
  in language: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: below + ["TestSupport"], resources: resources,
    swiftSettings: language)
}

let package = Package(
  name: "bookstock",
  products: [
    .library(
      name: "RealtimeDatabase", targets: ["RealtimeDatabase", "JSONTree", "ContentHash"]),
    .executable(name: "bookstock", targets: ["bookstock"]),
    .executable(name: "bookstock-bench", targets: ["bookstock-bench"]),
  ],
  targets: [
    // Cellar: C, header only.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CChecksum"),

    // Ground floor: values, and what the operating system offers.
    room("JSONTree"),
    room("Inventory"),
    room("TextUI", over: ["CLinux"]),
    room("Platform", over: ["CLinux"]),
    room("HTTPTransport"),

    // First floor: the tree on disk, a tree's hash, the real terminal.
    room("TreeStore", over: ["JSONTree", "Platform", "CSQLite"]),
    room("ContentHash", over: ["JSONTree", "CCrypto"]),
    room("TextUICurses", over: ["TextUI", "Platform", "CNcurses", "CLinux"]),
    room("ObjectStorage", over: ["HTTPTransport", "Platform", "CCrypto", "CChecksum"]),

    // Second floor: observing and the public API.
    room("RealtimeDatabase", over: ["TreeStore", "JSONTree", "Platform"]),

    // Third floor: the shop's use of the tree.
    room("InventoryStore", over: ["RealtimeDatabase", "JSONTree", "Inventory"]),

    // Fourth floor: screens.
    room("BookstockApp", over: ["InventoryStore", "Inventory", "TextUI"]),

    // Fifth floor: wiring.
    program(
      "bookstock",
      over: [
        "BookstockApp", "InventoryStore", "Inventory", "RealtimeDatabase", "JSONTree",
        "TextUICurses", "TextUI", "Platform",
      ]),
    program(
      "bookstock-bench",
      over: [
        "InventoryStore", "Inventory", "RealtimeDatabase", "TreeStore", "JSONTree", "Platform",
        "CSQLite",
      ]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["JSONTree", "TextUI", "Platform", "CLinux"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "TreePeer", dependencies: ["RealtimeDatabase", "JSONTree", "Platform", "TestSupport"],
      path: "Tests/TreePeer", swiftSettings: settings),
    tests(of: "JSONTree", over: ["JSONTree"]),
    tests(of: "Inventory", over: ["Inventory"]),
    tests(of: "TextUI", over: ["TextUI"]),
    tests(of: "Platform", over: ["Platform", "CLinux"]),
    tests(of: "ContentHash", over: ["ContentHash", "JSONTree"]),
    tests(of: "TreeStore", over: ["TreeStore", "JSONTree", "Platform"]),
    tests(
      of: "RealtimeDatabase",
      over: ["TreePeer", "RealtimeDatabase", "TreeStore", "JSONTree", "Platform"]),
    tests(of: "ObjectStorage", over: ["ObjectStorage", "HTTPTransport", "Platform"]),
    tests(of: "Model", over: ["TreePeer", "RealtimeDatabase", "JSONTree"]),
    // Code in the manner of Firebase's users, as old as theirs.
    tests(of: "SourceCompatibility", over: ["RealtimeDatabase"], in: [.swiftLanguageMode(.v5)]),
    tests(
      of: "InventoryStore", over: ["InventoryStore", "RealtimeDatabase", "JSONTree", "Inventory"]),
    tests(of: "BookstockApp", over: ["BookstockApp", "InventoryStore", "Inventory", "TextUI"]),
    tests(
      of: "Conformance",
      over: ["TreePeer", "RealtimeDatabase", "ContentHash", "JSONTree", "Inventory"],
      resources: [.copy("Cases")]),
    tests(
      of: "EndToEnd", over: ["bookstock", "JSONTree", "Inventory"],
      resources: [.copy("Fixtures")]),
    tests(of: "Fault", over: ["bookstock", "TreePeer", "TreeStore", "JSONTree", "Platform"]),
    tests(of: "Tidy"),
  ],
  swiftLanguageModes: [.v6]
)
