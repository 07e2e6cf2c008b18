/// Why a text is not a book's number; the raw values are the words of the JSON output.
public enum CodeReason: String, CaseIterable, Sendable {
  case addOnOnly = "addon_only"
  case ambiguous
  case badCharacters = "bad_characters"
  case badCheckDigit = "bad_check_digit"
  case ean8 = "ean_8"
  case empty
  case inStore = "in_store"
  case ismn
  case issn
  case japaneseMagazine = "jp_magazine"
  case japaneseSecondBar = "jp_second_barcode"
  case otherEAN = "other_ean"
  case precisionLost = "precision_lost"
  case upcA = "upc_a"
  case wrongLength = "wrong_length"
}
