#!/usr/bin/env python3
"""Makes the demo's covers and its book list from Sources/bookstock/Demo/DemoBooks.swift.

    assets/demo/draw-covers.py

writes assets/demo/covers/<isbn>.png, 240 x 360 points each, and assets/demo/books.csv. Every cover
follows from its book's number alone, so that the same list gives the same files. Needs Python 3 and
nothing else: shapes are filled row by row at three times the size, then averaged, and the PNG is
written with a palette.
"""
import csv
import math
import pathlib
import random
import re
import struct
import zlib

HERE = pathlib.Path(__file__).resolve().parent
BOOKS = HERE.parent.parent / "Sources" / "bookstock" / "Demo" / "DemoBooks.swift"
WIDTH, HEIGHT, FINE = 240, 360, 3

# Paper, ink, and three colours between them.
PALETTES = [
    ("f4ecd8", "22313f", "d1495b", "edae49", "30638e"),
    ("fdf6e3", "1b2a41", "e76f51", "2a9d8f", "e9c46a"),
    ("ece5dd", "2f2235", "9b2335", "c98f5b", "5b7c99"),
    ("f7f3e9", "14342b", "5f8d4e", "e4b363", "bb4430"),
    ("eef2f3", "102542", "f87060", "7aa5c7", "cdd7d6"),
    ("fbf1e7", "3c1642", "086375", "1dd3b0", "f2a65a"),
    ("f2e9e4", "22223b", "9a8c98", "c9184a", "4a4e69"),
    ("fff4e0", "12263a", "06bcc1", "c5d8d1", "f4a259"),
    ("f6efe6", "2b2118", "a4243b", "d8973c", "6b8f71"),
    ("e8eef1", "0b132b", "3a506b", "5bc0be", "f3a712"),
]


class Canvas:
    """Palette indices in fine rows; shapes are filled as spans, in points."""

    def __init__(self):
        self.rows = [bytearray(WIDTH * FINE) for _ in range(HEIGHT * FINE)]

    def span(self, row, left, right, colour):
        left = max(0, round(left * FINE))
        right = min(WIDTH * FINE, round(right * FINE))
        if right > left:
            self.rows[row][left:right] = bytes([colour]) * (right - left)

    def fill(self, top, bottom, edges, colour):
        """Fills between the edges that `edges(y)` gives for each fine row."""
        first = max(0, round(top * FINE))
        last = min(HEIGHT * FINE, round(bottom * FINE))
        for row in range(first, last):
            for left, right in edges((row + 0.5) / FINE):
                self.span(row, left, right, colour)

    def box(self, x, y, width, height, colour):
        self.fill(y, y + height, lambda _: [(x, x + width)], colour)

    def disc(self, x, y, radius, colour, clip=(0, WIDTH, 0, HEIGHT)):
        def edges(row):
            half = math.sqrt(max(0, radius**2 - (row - y) ** 2))
            return [(max(x - half, clip[0]), min(x + half, clip[1]))]

        self.fill(max(y - radius, clip[2]), min(y + radius, clip[3]), edges, colour)

    def polygon(self, points, colour):
        def edges(row):
            cuts = []
            for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
                if (y1 <= row) != (y2 <= row):
                    cuts.append(x1 + (row - y1) * (x2 - x1) / (y2 - y1))
            cuts.sort()
            return list(zip(cuts[::2], cuts[1::2]))

        heights = [y for _, y in points]
        self.fill(min(heights), max(heights), edges, colour)

    def below(self, height, colour):
        """Fills below the line `height(x)`, a fine column at a time."""
        for column in range(WIDTH * FINE):
            for row in range(max(0, round(height(column / FINE) * FINE)), HEIGHT * FINE):
                self.rows[row][column] = colour


def hills(canvas, chance):
    canvas.disc(chance.uniform(60, 190), chance.uniform(70, 130), chance.uniform(34, 56), 3)
    for step, colour in enumerate((4, 2, 1)):
        base, swing = 190 + 52 * step, chance.uniform(12, 26)
        length, shift = chance.uniform(90, 190), chance.uniform(0, 300)
        canvas.below(lambda x: base + swing * math.sin((x + shift) * 2 * math.pi / length), colour)


def arcs(canvas, chance):
    x, y = chance.choice([(0, HEIGHT), (WIDTH, HEIGHT), (WIDTH / 2, 250)])
    for step in range(9):
        canvas.disc(x, y, 250 - 28 * step, (2, 0, 3, 0, 4, 0, 1, 0, 2)[step])


def tiles(canvas, chance):
    side = 60
    for row in range(6):
        for column in range(4):
            left, top = column * side, row * side
            canvas.box(left, top, side, side, chance.choice((0, 0, 2, 4)))
            corner = chance.choice(((0, 0), (side, 0), (0, side), (side, side)))
            clip = (left, left + side, top, top + side)
            x, y, ink = left + corner[0], top + corner[1], chance.choice((1, 2, 3, 4))
            canvas.disc(x, y, side, ink, clip)
            if chance.random() < 0.4:
                canvas.disc(x, y, side / 2, 0, clip)


def stripes(canvas, chance):
    lean, wide = chance.choice((-150, 150)), 26
    for step in range(-8, 16):
        x = step * wide * 1.5
        ends = [(x, 0), (x + wide / 2, 0), (x + wide / 2 + lean, HEIGHT), (x + lean, HEIGHT)]
        canvas.polygon(ends, (4, 3)[step % 2])
    x, y, radius = WIDTH / 2, chance.uniform(190, 250), chance.uniform(64, 84)
    canvas.disc(x, y, radius, 1)
    canvas.disc(x, y, radius - 10, 2)


def mountains(canvas, chance):
    x = chance.uniform(60, 180)
    canvas.disc(x, 100, 40, 3)
    canvas.disc(x + 16, 92, 36, 0)
    for base, colour in ((215, 4), (255, 2), (300, 1)):
        peaks = [(-20, HEIGHT)]
        for left in range(-20, WIDTH + 61, 40):
            peaks.append((left, base + chance.uniform(-48, 34)))
        canvas.polygon(peaks + [(WIDTH + 60, HEIGHT)], colour)


def scales(canvas, chance):
    radius, order = 40, chance.sample((2, 3, 4), 3)
    for row in range(-1, 19):
        for column in range(-1, 5):
            x = column * 60 + (30 if row % 2 else 0)
            y = 130 + row * 15
            for ring, colour in enumerate((1, 0, order[row % 3], 0, order[(row + 1) % 3])):
                canvas.disc(x, y + radius, radius - 8 * ring, colour)


def lighthouse(canvas, chance):
    x, lamp = chance.uniform(95, 150), 122
    canvas.box(0, 0, WIDTH, HEIGHT, 1)
    for _ in range(26):
        canvas.disc(chance.uniform(0, WIDTH), chance.uniform(0, 230), chance.uniform(0.6, 1.6), 0)
    canvas.polygon([(x, lamp), (-60, lamp - 66), (-60, lamp + 14)], 3)
    canvas.polygon([(x, lamp), (300, lamp - 66), (300, lamp + 14)], 3)
    canvas.polygon([(x - 15, 140), (x + 15, 140), (x + 27, 320), (x - 27, 320)], 0)
    for step in range(3):
        top, wide = 160 + 52 * step, 16.3 + 3.5 * step
        ends = [(x - wide, top), (x + wide, top), (x + wide + 1.7, top + 26)]
        canvas.polygon(ends + [(x - wide - 1.7, top + 26)], 2)
    canvas.box(x - 19, 134, 38, 6, 2)
    canvas.box(x - 10, 110, 20, 24, 3)
    canvas.polygon([(x - 14, 110), (x + 14, 110), (x, 94)], 2)
    canvas.below(lambda at: 306 + 6 * math.sin(at / 13), 4)


def shelf(canvas, chance):
    for base in (150, 236, 322):
        x = 18
        while x < 208:
            wide, tall = chance.uniform(9, 22), chance.uniform(44, 72)
            ink = chance.choice((1, 2, 3, 4))
            canvas.box(x, base - tall, min(wide, 222 - x), tall, ink)
            canvas.box(x, base - tall + 9, min(wide, 222 - x), 3, 0)
            x += wide + 2
        canvas.box(12, base, 216, 5, 1)


def dots(canvas, chance):
    x, y = chance.uniform(40, 200), chance.uniform(150, 300)
    for row in range(18):
        for column in range(12):
            across, down = column * 20 + 10, row * 20 + 10
            size = 9.5 * math.exp(-math.dist((across, down), (x, y)) / 150)
            canvas.disc(across, down, size + 1.2, 2 + (row + column) % 3)
    canvas.disc(x, y, 30, 1)


MOTIFS = [hills, arcs, tiles, stripes, mountains, scales, lighthouse, shelf, dots]


def plate(canvas, chance):
    """A title plate: bars in the place of words, so that no typeface is needed."""
    top = chance.choice((24, 28, 34))
    canvas.box(34, top, 186, 62, 1)
    canvas.box(37, top + 3, 180, 56, 0)
    canvas.box(52, top + 15, chance.uniform(90, 150), 10, 1)
    canvas.box(52, top + 30, chance.uniform(50, 110), 10, 1)
    canvas.box(52, top + 47, chance.uniform(40, 80), 4, 2)


def draw(isbn, motif):
    chance = random.Random(isbn)
    canvas = Canvas()
    motif(canvas, chance)
    plate(canvas, chance)
    canvas.box(0, 0, 11, HEIGHT, 1)
    canvas.box(14, 0, 1.4, HEIGHT, 1)
    colours = chance.choice(PALETTES)
    return canvas, [tuple(bytes.fromhex(colour)) for colour in colours]


def averaged(canvas, colours):
    """Rows of 240 palette indices, and the palette they need: at most 256 colours."""
    palette, index, rows = list(colours), {}, []
    for top in range(0, HEIGHT * FINE, FINE):
        fine, row = canvas.rows[top : top + FINE], bytearray()
        for left in range(0, WIDTH * FINE, FINE):
            block = b"".join(line[left : left + FINE] for line in fine)
            if block.count(block[0]) == len(block):
                row.append(block[0])
                continue
            mixed = [sum(colours[cell][part] for cell in block) / len(block) for part in range(3)]
            colour = tuple(min(255, round(value / 12) * 12) for value in mixed)
            if colour not in index and len(palette) < 256:
                index[colour] = len(palette)
                palette.append(colour)
            row.append(index.get(colour, block[len(block) // 2]))
        rows.append(row)
    return rows, palette


def png(rows, palette):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
        + chunk(b"PLTE", b"".join(bytes(colour) for colour in palette))
        + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


def books():
    """The books of the Swift list, in its order."""
    text = r'"((?:[^"\\]|\\.)*)"'
    form = re.compile(
        rf"DemoBook\(\s*{text},\s*{text},\s*by:\s*{text},\s*{text},\s*{text},\s*{text},"
        rf"\s*shelf:\s*{text},(?:\s*minimum:\s*(\d+),)?\s*count:\s*(-?\d+)\)"
    )
    found = form.findall(BOOKS.read_text("utf-8"))
    names = "isbn title author publisher price currency shelf minimum count".split()
    return [dict(zip(names, book)) for book in found]


def main():
    stock = books()
    with open(HERE / "books.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, fieldnames=list(stock[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(stock)
    covers = HERE / "covers"
    covers.mkdir(exist_ok=True)
    for number, book in enumerate(stock):
        rows, palette = averaged(*draw(book["isbn"], MOTIFS[number % len(MOTIFS)]))
        (covers / f"{book['isbn']}.png").write_bytes(png(rows, palette))
    print(f"{len(stock)} books")


if __name__ == "__main__":
    main()
