package import Foundation

/// A decoded picture that can be kept.
package protocol LoadableImage: Sendable {
  /// Bytes of memory it takes: those of its pixels.
  var byteCount: Int { get }
}

/// In which size a picture is wanted.
package enum ImageVariant: Hashable, Sendable {
  /// As it is.
  case original
  /// Scaled down to fit into a box of pixels, its sides in proportion; never enlarged.
  case fitting(width: Int, height: Int)
}

/// One picture in one size: what is kept in memory.
package struct ImageID: Hashable, Sendable {
  package var key: String
  package var variant: ImageVariant

  package init(_ key: String, _ variant: ImageVariant) {
    self.key = key
    self.variant = variant
  }
}

/// Where a picture was found (SDWebImage: `SDImageCacheType`).
package enum CacheType: Hashable, Sendable {
  /// Nowhere: it was transferred.
  case none
  case disk
  case memory
}

/// A picture and where it was found.
package struct LoadedImage<Image: LoadableImage>: Sendable {
  package var image: Image
  package var cacheType: CacheType

  package init(image: Image, cacheType: CacheType) {
    self.image = image
    self.cacheType = cacheType
  }
}

/// What a load tells while it goes on; ``finished(_:)`` comes once, last, and always.
package enum LoadUpdate<Image: LoadableImage>: Sendable {
  /// Bytes of the transfer that have come, and how many are expected; -1 when nobody knows.
  case progress(received: Int64, expected: Int64)
  /// The kept picture, shown until it is known whether the object has changed.
  case provisional(LoadedImage<Image>)
  case finished(Result<LoadedImage<Image>, ImageLoadError>)
}

/// Turns bytes into a picture of a size.
///
/// Called on a thread that may be busy for as long as it takes.
package typealias ImageDecoder<Image> = @Sendable (Data, ImageVariant) throws -> Image
