// The picture decoders as the system ships them: TurboJPEG, libpng's simplified API, libwebp,
// giflib and libexif; and inline functions for what Swift cannot import, which are macros with
// operators and a callback's reader.
#ifndef CIMAGE_SHIM_H
#define CIMAGE_SHIM_H
#include <gif_lib.h>
#include <libexif/exif-data.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <zlib.h>

/// Where a picture upright has its top left corner, by Exif's numbers 1…8; 1 when it is not said.
/// The bytes begin with "Exif", 0, 0.
static inline int ci_exif_orientation(const uint8_t *bytes, unsigned int count) {
  ExifData *data = exif_data_new();
  if (data == NULL) return 1;
  exif_data_load_data(data, bytes, count);
  int turn = 1;
  ExifEntry *entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  if (entry != NULL && entry->format == EXIF_FORMAT_SHORT && entry->size >= 2)
    turn = exif_get_short(entry->data, exif_data_get_byte_order(data));
  exif_data_unref(data);
  return turn >= 1 && turn <= 8 ? turn : 1;
}

/// Decodes a PNG into straight RGBA, 8 bits a channel, sRGB; the size must be what is expected.
/// Returns 0 when it cannot be read whole.
static inline int ci_png_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return 0;
  if (image.width != width || image.height != height) {
    png_image_free(&image);
    return 0;
  }
  image.format = PNG_FORMAT_RGBA;
  // 16 bits a channel are sRGB too when the file says nothing.
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  int done = png_image_finish_read(&image, NULL, pixels, 0, NULL);
  png_image_free(&image);
  return done;
}

/// Encodes pixels of 3 channels (RGB) or 4 (straight RGBA) as a PNG into `bytes`, of which `count`
/// says how many there are and then how many were written. Returns 0 when they are too few.
static inline int ci_png_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int is_fast,
    uint8_t *bytes, size_t *count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  if (is_fast) image.flags |= PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t room = *count;
  int done = png_image_write_to_memory(&image, bytes, &room, 0, pixels, 0, NULL);
  *count = room;
  return done;
}

/// The most bytes that ci_png_write needs.
static inline size_t ci_png_room(uint32_t width, uint32_t height, int channels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.width = width;
  image.height = height;
  image.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  return PNG_IMAGE_PNG_SIZE_MAX(image);
}

/// Bytes that giflib reads one after another.
struct ci_source {
  const uint8_t *bytes;
  size_t count;
};

static inline int ci_read(GifFileType *gif, GifByteType *bytes, int count) {
  struct ci_source *source = (struct ci_source *)gif->UserData;
  size_t taken = count < 0 ? 0 : (size_t)count;
  if (taken > source->count) taken = source->count;
  memcpy(bytes, source->bytes, taken);
  source->bytes += taken;
  source->count -= taken;
  return (int)taken;
}

/// Opens a GIF over a source, which must outlive it; NULL when its head is bad.
static inline GifFileType *ci_gif_open(struct ci_source *source) {
  int error = 0;
  return DGifOpen(source, ci_read, &error);
}

static inline void ci_gif_close(GifFileType *gif) {
  int error = 0;
  DGifCloseFile(gif, &error);
}
#endif
