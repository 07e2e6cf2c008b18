/// A book of the stock that `--demo` shows.
struct DemoBook: Sendable {
  /// Thirteen digits.
  let isbn: String
  let title: String
  let author: String
  let publisher: String
  /// In units of the currency, with a decimal point.
  let price: String
  /// Three letters (ISO 4217).
  let currency: String
  let shelf: String
  /// Below how many copies the book counts as low.
  let minimum: Int?
  let count: Int

  init(
    _ isbn: String, _ title: String, by author: String, _ publisher: String,
    _ price: String, _ currency: String, shelf: String, minimum: Int? = nil, count: Int
  ) {
    self.isbn = isbn
    self.title = title
    self.author = author
    self.publisher = publisher
    self.price = price
    self.currency = currency
    self.shelf = shelf
    self.minimum = minimum
    self.count = count
  }

  /// Old titles in many scripts, one of them counted below zero.
  ///
  /// Publishers are invented and numbers chosen freely. `assets/demo/draw-covers.py` reads this
  /// list and makes the covers and `books.csv` from it.
  static let all: [DemoBook] = [
    DemoBook(
      "9780306406157", "The Time Machine",
      by: "H. G. Wells", "Quay & Lantern",
      "7.99", "GBP", shelf: "A-1", minimum: 2, count: 7),
    DemoBook(
      "9780804429573", "Moby-Dick; or, The Whale 🐋",
      by: "Herman Melville", "Quay & Lantern",
      "12.50", "USD", shelf: "A-1", minimum: 1, count: 0),
    DemoBook(
      "9780141028132", "Pride and Prejudice",
      by: "Jane Austen", "Quay & Lantern",
      "6.99", "GBP", shelf: "A-1", minimum: 3, count: 12),
    DemoBook(
      "9780195074314", "Frankenstein; or, The Modern Prometheus",
      by: "Mary Shelley", "Quay & Lantern",
      "8.99", "GBP", shelf: "A-2", minimum: 2, count: 4),
    DemoBook(
      "9781853264078", "The Adventures of Sherlock Holmes",
      by: "Arthur Conan Doyle", "Quay & Lantern",
      "9.50", "GBP", shelf: "A-2", minimum: 4, count: 3),
    DemoBook(
      "9781402894619", "Middlemarch",
      by: "George Eliot", "Quay & Lantern",
      "10.99", "GBP", shelf: "A-2", count: 1),
    DemoBook(
      "9782070409150", "Les Misérables",
      by: "Victor Hugo", "Éditions du Phare",
      "14.90", "EUR", shelf: "B-1", minimum: 2, count: 5),
    DemoBook(
      "9791090636071", "Vingt mille lieues sous les mers",
      by: "Jules Verne", "Éditions du Phare",
      "9.20", "EUR", shelf: "B-1", count: 6),
    DemoBook(
      "9783150099001", "Die Verwandlung",
      by: "Franz Kafka", "Leuchtturm Verlag",
      "4.80", "EUR", shelf: "B-2", minimum: 3, count: 18),
    DemoBook(
      "9783458315223", "Kinder- und Hausmärchen",
      by: "Jacob und Wilhelm Grimm", "Leuchtturm Verlag",
      "16.00", "EUR", shelf: "B-2", count: 2),
    DemoBook(
      "9788437604947", "Don Quijote de la Mancha",
      by: "Miguel de Cervantes", "Ediciones El Faro",
      "18.50", "EUR", shelf: "B-3", minimum: 1, count: 3),
    DemoBook(
      "9788420633121", "Niebla",
      by: "Miguel de Unamuno", "Ediciones El Faro",
      "11.00", "EUR", shelf: "B-3", count: 0),
    DemoBook(
      "9789720049568", "Os Lusíadas",
      by: "Luís de Camões", "Editora Farol",
      "13.30", "EUR", shelf: "B-3", minimum: 1, count: 1),
    DemoBook(
      "9788804519201", "La Divina Commedia",
      by: "Dante Alighieri", "Edizioni della Lanterna",
      "15.00", "EUR", shelf: "B-4", minimum: 2, count: 9),
    DemoBook(
      "9789100123451", "Gösta Berlings saga",
      by: "Selma Lagerlöf", "Fyrens förlag",
      "129", "SEK", shelf: "B-4", count: 2),
    DemoBook(
      "9788304044180", "Lalka",
      by: "Bolesław Prus", "Latarnia Morska",
      "44.90", "PLN", shelf: "B-5", count: 4),
    DemoBook(
      "9788000026176", "R.U.R.",
      by: "Karel Čapek", "Maják",
      "219", "CZK", shelf: "B-5", minimum: 1, count: 2),
    DemoBook(
      "9789570502145", "紅樓夢",
      by: "曹雪芹", "海燈出版",
      "420", "TWD", shelf: "C-1", minimum: 2, count: 3),
    DemoBook(
      "9789571322605", "三國演義",
      by: "羅貫中", "海燈出版",
      "480", "TWD", shelf: "C-1", minimum: 2, count: 8),
    DemoBook(
      "9789620710551", "水滸傳",
      by: "施耐庵", "海燈出版",
      "98.00", "HKD", shelf: "C-1", minimum: 1, count: 1),
    DemoBook(
      "9789861204475", "聊齋志異",
      by: "蒲松齡", "海燈出版",
      "360", "TWD", shelf: "C-1", count: 5),
    DemoBook(
      "9787020002207", "西游记",
      by: "吴承恩", "灯塔书社",
      "59.00", "CNY", shelf: "C-2", minimum: 2, count: -2),
    DemoBook(
      "9787532518036", "儒林外史",
      by: "吴敬梓", "灯塔书社",
      "36.00", "CNY", shelf: "C-2", count: 4),
    DemoBook(
      "9787020140985", "呐喊",
      by: "鲁迅", "灯塔书社",
      "22.00", "CNY", shelf: "C-2", minimum: 3, count: 30),
    DemoBook(
      "9784101010014", "吾輩は猫である",
      by: "夏目漱石", "灯台社",
      "693", "JPY", shelf: "C-3", minimum: 2, count: 6),
    DemoBook(
      "9784041040034", "銀河鉄道の夜",
      by: "宮沢賢治", "灯台社",
      "572", "JPY", shelf: "C-3", minimum: 4, count: 2),
    DemoBook(
      "9784003510155", "源氏物語",
      by: "紫式部", "灯台社",
      "1320", "JPY", shelf: "C-3", count: 3),
    DemoBook(
      "9784101025018", "羅生門・鼻",
      by: "芥川龍之介", "灯台社",
      "539", "JPY", shelf: "C-3", count: 11),
    DemoBook(
      "9788937460722", "홍길동전",
      by: "허균", "등대출판",
      "9000", "KRW", shelf: "C-4", minimum: 1, count: 5),
    DemoBook(
      "9791185430164", "진달래꽃",
      by: "김소월", "등대출판",
      "8800", "KRW", shelf: "C-4", count: 7),
    DemoBook(
      "9788932015088", "날개",
      by: "이상", "등대출판",
      "10500", "KRW", shelf: "C-4", minimum: 2, count: 1),
    DemoBook(
      "9789770903124", "ألف ليلة وليلة",
      by: "مجهول", "دار المنارة",
      "185.00", "EGP", shelf: "D-1", minimum: 2, count: 4),
    DemoBook(
      "9789953261188", "كليلة ودمنة",
      by: "ابن المقفع", "دار المنارة",
      "12.00", "USD", shelf: "D-1", count: 2),
    DemoBook(
      "9789650704186", "אהבת ציון",
      by: "אברהם מאפו", "הוצאת המגדלור",
      "64.00", "ILS", shelf: "D-1", minimum: 1, count: 1),
    DemoBook(
      "9789600327113", "Οδύσσεια",
      by: "Όμηρος", "Εκδόσεις Φάρος",
      "17.70", "EUR", shelf: "D-2", count: 3),
    DemoBook(
      "9785170906307", "Война и мир",
      by: "Лев Толстой", "Маяк",
      "890.00", "RUB", shelf: "D-2", minimum: 2, count: 6),
    DemoBook(
      "9785389049260", "Преступление и наказание",
      by: "Фёдор Достоевский", "Маяк",
      "420.00", "RUB", shelf: "D-2", minimum: 3, count: 2),
    DemoBook(
      "9789660345195", "Тіні забутих предків",
      by: "Михайло Коцюбинський", "Видавництво «Маяк»",
      "210.00", "UAH", shelf: "D-2", count: 5),
    DemoBook(
      "9789740083153", "พระอภัยมณี",
      by: "สุนทรภู่", "สำนักพิมพ์ประภาคาร",
      "320.00", "THB", shelf: "D-3", minimum: 1, count: 2),
    DemoBook(
      "9788126702534", "गोदान",
      by: "मुंशी प्रेमचंद", "दीपस्तंभ प्रकाशन",
      "299.00", "INR", shelf: "D-3", minimum: 2, count: 14),
    DemoBook(
      "9789840411276", "গীতাঞ্জলি",
      by: "রবীন্দ্রনাথ ঠাকুর", "বাতিঘর প্রকাশ",
      "250.00", "BDT", shelf: "D-3", count: 0),
  ]
}
