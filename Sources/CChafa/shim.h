// Chafa as the system ships it, which draws pictures with characters and sixels, and inline
// functions that hold what Swift would import poorly: flags, GLib's types, and the order of calls.
#ifndef CCHAFA_SHIM_H
#define CCHAFA_SHIM_H
#include <chafa.h>
#include <stdint.h>

/// The colours of a canvas of cells.
enum { CC_TRUE_COLOR, CC_240_COLORS, CC_16_COLORS, CC_NO_COLOR };

/// A range of code points that may be drawn with.
struct cc_range {
  uint32_t first, last;
};

static inline ChafaCanvas *cc_draw(
    ChafaCanvasConfig *config, const uint8_t *pixels, int width, int height) {
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_canvas_config_unref(config);
  if (canvas == NULL) return NULL;
  chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
  return canvas;
}

/// Draws straight RGBA pixels over columns and rows of cells, whole, whatever the aspect.
/// Released with chafa_canvas_unref. The terminal is taken for light or dark where there are no
/// colours.
static inline ChafaCanvas *cc_cells(
    const uint8_t *pixels, int width, int height, int columns, int rows, int colors, int is_light,
    const struct cc_range *ranges, int count) {
  static const ChafaCanvasMode modes[] = {
      CHAFA_CANVAS_MODE_TRUECOLOR, CHAFA_CANVAS_MODE_INDEXED_240, CHAFA_CANVAS_MODE_INDEXED_16,
      CHAFA_CANVAS_MODE_FGBG};
  ChafaSymbolMap *symbols = chafa_symbol_map_new();
  for (int i = 0; i < count; i++)
    chafa_symbol_map_add_by_range(symbols, ranges[i].first, ranges[i].last);
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, columns, rows);
  chafa_canvas_config_set_canvas_mode(config, modes[colors]);
  chafa_canvas_config_set_symbol_map(config, symbols);
  chafa_symbol_map_unref(symbols);
  chafa_canvas_config_set_fg_color(config, is_light ? 0x000000 : 0xffffff);
  chafa_canvas_config_set_bg_color(config, is_light ? 0xffffff : 0x000000);
  // Few colours: the nearest to the eye, without raising the contrast, without grains. Shapes
  // alone: grains, and all the contrast that there is.
  int is_indexed = colors == CC_240_COLORS || colors == CC_16_COLORS;
  if (is_indexed) chafa_canvas_config_set_color_space(config, CHAFA_COLOR_SPACE_DIN99D);
  if (colors != CC_NO_COLOR) chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
  if (colors == CC_NO_COLOR)
    chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_DIFFUSION);
  return cc_draw(config, pixels, width, height);
}

/// Draws straight RGBA pixels as a sixel picture of a size in pixels. Released with
/// g_string_free; NULL when it cannot be drawn.
static inline GString *cc_sixel(
    const uint8_t *pixels, int width, int height, int wanted_width, int wanted_height) {
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, 1, 1);
  chafa_canvas_config_set_cell_geometry(config, wanted_width, wanted_height);
  chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
  chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
  ChafaCanvas *canvas = cc_draw(config, pixels, width, height);
  if (canvas == NULL) return NULL;
  ChafaTermDb *terminals = chafa_term_db_new();
  ChafaTermInfo *terminal = chafa_term_db_get_fallback_info(terminals);
  GString *text = chafa_canvas_print(canvas, terminal);
  chafa_term_info_unref(terminal);
  chafa_term_db_unref(terminals);
  chafa_canvas_unref(canvas);
  return text;
}

static inline void cc_free(GString *text) { g_string_free(text, TRUE); }
#endif
