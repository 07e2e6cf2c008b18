/// What a column of a table holds.
public enum BookColumn: String, CaseIterable, Sendable {
  case isbn, title, count, author, publisher, price, currency, shelf, minimum, note, url

  /// The column that a header names, nil for all others.
  ///
  /// Case, accents' absence, blanks and marks in it do not matter.
  public static func named(_ header: String) -> BookColumn? {
    // A line that begins so is a comment of a list of codes, not a table's header.
    guard header.trimmed.first != "#" else { return nil }
    let folded = folded(header)
    // Square writes the shop's name behind it.
    if folded.hasPrefix("currentquantity") { return .count }
    return columns[folded]
  }

  /// How good a header is where several name the same column; the ISBN with 13 digits comes first.
  static func rank(of header: String) -> Int {
    let folded = folded(header)
    if folded.hasSuffix("13") { return 0 }
    if folded.hasSuffix("10") { return 2 }
    return preferred.contains(folded) ? 0 : 1
  }

  private static let preferred: Set = ["isbn", "title", "count", "author", "price", "url", "note"]

  private static func folded(_ header: String) -> String {
    header.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let columns: [String: BookColumn] = {
    var columns: [String: BookColumn] = [:]
    for (column, names) in names {
      for name in names { columns[folded(name)] = column }
    }
    return columns
  }()

  /// Header names in the languages that people's programs write.
  private static let names: [(BookColumn, [String])] = [
    (
      .isbn,
      [
        "isbn", "isbn13", "isbn10", "isbns", "isbn_ean", "isbn/ean", "ean", "ean13", "gtin",
        "barcode", "bar code",
        "code", "product code", "strichcode", "artikelnummer", "code-barres", "code barre",
        "codigo de barras", "código de barras", "codice a barre", "streepjescode", "čárový kód",
        "書號", "书号", "國際標準書號", "条码", "條碼", "バーコード", "isbnコード",
      ]
    ),
    (
      .title,
      [
        "title", "book title", "name", "item name", "product name", "titel", "buchtitel", "titre",
        "título", "titulo", "titolo", "název", "tytuł", "tytul", "書名", "书名", "タイトル", "題名", "제목",
        "כותר", "العنوان",
      ]
    ),
    (
      .count,
      [
        "count", "quantity", "qty", "copies", "owned copies", "stock", "in stock", "on hand",
        "amount", "number of copies", "anzahl", "menge", "bestand", "stück", "exemplare",
        "quantité", "quantite", "exemplaires", "nombre", "cantidad", "existencias", "ejemplares",
        "quantità", "quantita", "giacenza", "copie", "quantidade", "estoque", "aantal", "voorraad",
        "počet", "ilość", "數量", "数量", "庫存", "库存", "冊数", "部数", "在庫", "在庫数", "수량", "כמות", "الكمية",
      ]
    ),
    (
      .author,
      [
        "author", "authors", "writer", "autor", "autoren", "verfasser", "auteur", "auteurs",
        "autores", "autore", "autori", "作者", "著者", "저자", "מחבר", "المؤلف",
      ]
    ),
    (
      .publisher,
      [
        "publisher", "verlag", "éditeur", "editeur", "editorial", "editore", "editora", "uitgever",
        "nakladatel", "wydawca", "出版社", "出版者", "출판사",
      ]
    ),
    (
      .price,
      [
        "price", "list price", "retail price", "preis", "ladenpreis", "vk", "prix", "precio",
        "prezzo", "preço", "preco", "prijs", "cena", "價格", "价格", "定價", "定价", "価格", "定価", "가격",
      ]
    ),
    (.currency, ["currency", "währung", "devise", "moneda", "valuta", "moeda", "貨幣", "货币", "通貨"]),
    (
      .shelf,
      [
        "shelf", "location", "bin", "bin name", "place", "regal", "standort", "fach", "rayon",
        "emplacement", "estante", "ubicación", "scaffale", "posizione", "prateleira", "plank",
        "書架", "书架", "棚",
      ]
    ),
    (
      .minimum,
      [
        "minimum", "min", "low stock", "reorder level", "reorder point", "threshold",
        "mindestbestand", "meldebestand", "stock minimum", "seuil", "mínimo", "minimo",
        "scorta minima",
      ]
    ),
    (
      .note,
      [
        "note", "notes", "comment", "comments", "remark", "remarks", "notiz", "bemerkung",
        "kommentar", "remarque", "nota", "notas", "備註", "备注", "備考",
      ]
    ),
    (.url, ["url", "link", "web", "website", "address", "lien", "enlace", "網址", "网址"]),
  ]
}
