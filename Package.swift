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
    .library(name: "ObjectStorage", targets: ["ObjectStorage"]),
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
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CImage"),
    .systemLibrary(name: "CChafa", pkgConfig: "chafa"),

    // Ground floor: values, and what the operating system offers.
    room("JSONTree"),
    room("Inventory"),
    room("TextUI", over: ["CLinux"]),
    room("Platform", over: ["CLinux"]),
    room("SQLite", over: ["CSQLite"]),
    room("HTTPTransport", over: ["CCurl", "CCrypto"]),

    // First floor: the tree on disk, a tree's hash, the real terminal, buckets, pictures, look-ups.
    room("TreeStore", over: ["JSONTree", "Platform", "CSQLite"]),
    room("ContentHash", over: ["JSONTree", "CCrypto"]),
    room("TextUICurses", over: ["TextUI", "Platform", "CNcurses", "CLinux"]),
    room(
      "ObjectStorage",
      over: ["HTTPTransport", "SQLite", "Platform", "CCrypto", "CChecksum", "CLinux"]),
    room("Pictures", over: ["CImage", "CChafa"]),
    room("OpenLibrary", over: ["HTTPTransport", "Inventory"]),

    // Second floor: observing and the public API; pictures of a bucket, kept at hand.
    room("RealtimeDatabase", over: ["TreeStore", "JSONTree", "Platform"]),
    room("ImageLoading", over: ["ObjectStorage", "Platform"]),

    // Third floor: the shop's use of the tree.
    room("InventoryStore", over: ["RealtimeDatabase", "JSONTree", "Inventory"]),

    // Fourth floor: screens, and the shop's covers.
    room("BookstockApp", over: ["InventoryStore", "Inventory", "TextUI"]),
    room(
      "Covers",
      over: [
        "InventoryStore", "Inventory", "ImageLoading", "ObjectStorage", "OpenLibrary", "Pictures",
        "HTTPTransport", "Platform",
      ]),

    // Fifth floor: wiring.
    program(
      "bookstock",
      over: [
        "BookstockApp", "Covers", "InventoryStore", "Inventory", "ImageLoading",
        "RealtimeDatabase", "JSONTree", "ObjectStorage", "OpenLibrary", "Pictures",
        "TextUICurses", "TextUI", "HTTPTransport", "Platform",
      ]),
    program(
      "bookstock-bench",
      over: [
        "InventoryStore", "Inventory", "ImageLoading", "RealtimeDatabase", "TreeStore",
        "JSONTree", "ObjectStorage", "Pictures", "TextUICurses", "TextUI", "HTTPTransport",
        "Platform", "CSQLite", "CImage",
      ]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["JSONTree", "TextUI", "Platform", "CLinux"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "TreePeer", dependencies: ["RealtimeDatabase", "JSONTree", "Platform", "TestSupport"],
      path: "Tests/TreePeer", swiftSettings: settings),
    .executableTarget(
      name: "StoragePeer", dependencies: ["ObjectStorage", "TestSupport"],
      path: "Tests/StoragePeer", swiftSettings: settings),
    .executableTarget(
      name: "PicturePeer", dependencies: ["TextUICurses", "TextUI", "Platform"],
      path: "Tests/PicturePeer", swiftSettings: settings),
    tests(of: "JSONTree", over: ["JSONTree"]),
    tests(of: "Inventory", over: ["Inventory"]),
    tests(of: "TextUI", over: ["PicturePeer", "TextUICurses", "TextUI"]),
    tests(of: "Platform", over: ["Platform", "CLinux"]),
    tests(of: "ContentHash", over: ["ContentHash", "JSONTree"]),
    tests(of: "TreeStore", over: ["TreeStore", "JSONTree", "Platform"]),
    tests(
      of: "RealtimeDatabase",
      over: ["TreePeer", "RealtimeDatabase", "TreeStore", "JSONTree", "Platform"]),
    tests(of: "SQLite", over: ["SQLite"]),
    tests(of: "HTTPTransport", over: ["HTTPTransport"]),
    tests(of: "ObjectStorage", over: ["ObjectStorage", "SQLite", "HTTPTransport", "Platform"]),
    tests(of: "Pictures", over: ["Pictures"], resources: [.copy("Fixtures")]),
    tests(of: "OpenLibrary", over: ["OpenLibrary", "HTTPTransport", "Inventory"]),
    tests(of: "ImageLoading", over: ["ImageLoading", "ObjectStorage", "Platform"]),
    tests(
      of: "Covers",
      over: [
        "Covers", "InventoryStore", "Inventory", "RealtimeDatabase", "ImageLoading",
        "ObjectStorage", "OpenLibrary", "Pictures", "HTTPTransport", "Platform",
      ]),
    tests(of: "Model", over: ["TreePeer", "RealtimeDatabase", "JSONTree"]),
    // Code in the manner of Firebase's users, as old as theirs.
    tests(
      of: "SourceCompatibility", over: ["RealtimeDatabase", "ObjectStorage"],
      in: [.swiftLanguageMode(.v5)]),
    tests(
      of: "InventoryStore", over: ["InventoryStore", "RealtimeDatabase", "JSONTree", "Inventory"]),
    tests(of: "BookstockApp", over: ["BookstockApp", "InventoryStore", "Inventory", "TextUI"]),
    tests(
      of: "Conformance",
      over: [
        "TreePeer", "RealtimeDatabase", "ContentHash", "JSONTree", "Inventory", "ObjectStorage",
      ],
      resources: [.copy("Cases")]),
    tests(
      of: "EndToEnd", over: ["bookstock", "JSONTree", "Inventory"],
      resources: [.copy("Fixtures")]),
    tests(
      of: "Fault",
      over: [
        "bookstock", "TreePeer", "StoragePeer", "TreeStore", "ObjectStorage", "JSONTree",
        "Platform",
      ]),
    tests(of: "Tidy"),
  ],
  swiftLanguageModes: [.v6]
)
