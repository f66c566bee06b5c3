/**
 * Checks that the shipped fonts contain every character the product writes: a missing one comes from another font, a
 * different one on each machine, and a figure with it gets that font's width.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { en } from '#i18n/en/index.ts';
import { later as enLater } from '#i18n/en/later.ts';
import enPreview from '#i18n/en/preview.json';
import { formatForeign, formatPriceChange, formatRatio, formatVnd, formatVolume, MISSING } from '#i18n/format.ts';
import { LANGUAGES } from '#i18n/languages.ts';
import { vi } from '#i18n/vi/index.ts';
import { later as viLater } from '#i18n/vi/later.ts';
import viPreview from '#i18n/vi/preview.json';

const GRID = { scale: 2, tickUnits: 25, display: 'eighths' } as const;
const SUBSETS = ['latin', 'vietnamese'];
/** These are pictures rather than letters; every system has them, and none stands inside a figure. */
const PICTURES = '→☆';

/** WOFF2 names these tables by number; only the first, the character map's, is looked for. */
const CHARACTER_MAP = 0;
const GLYPHS = 10;
const GLYPH_PLACES = 11;
const NAMED = 63;

function charactersOf(subset: string): string[] {
  const path = createRequire(import.meta.url).resolve(
    `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
  );
  const file = readFileSync(path);
  let at = 48;
  const length = () => {
    for (let value = 0; ; ) {
      const byte = file[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at++] ?? 0;
    const tag = flags & 63;
    if (tag === NAMED) at += 4;
    const isPlain = tag === GLYPHS || tag === GLYPH_PLACES ? flags >> 6 === 3 : flags >> 6 === 0;
    const whole = length();
    return { tag, bytes: isPlain ? whole : length() };
  });
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const place = tables.findIndex(({ tag }) => tag === CHARACTER_MAP);
  const start = tables.slice(0, place).reduce((sum, { bytes }) => sum + bytes, 0);
  const map = data.subarray(start);
  const parts = Array.from({ length: map.readUInt16BE(2) }, (_, index) =>
    map.subarray(map.readUInt32BE(8 + index * 8)),
  );
  return parts.filter((part) => part.readUInt16BE(0) === 4).flatMap(segmentsOf);
}

/** Reads format 4: runs of character codes, their ends first. */
function segmentsOf(part: Buffer): string[] {
  const doubled = part.readUInt16BE(6);
  return Array.from({ length: doubled / 2 }, (_, index) => {
    const end = part.readUInt16BE(14 + index * 2);
    const first = part.readUInt16BE(16 + doubled + index * 2);
    return Array.from({ length: end - first + 1 }, (_each, offset) => String.fromCharCode(first + offset));
  }).flat();
}

const shipped = new Set(SUBSETS.flatMap(charactersOf));
const missing = (text: string) => [...new Set(text)].filter((one) => !shipped.has(one) && !PICTURES.includes(one));

test('the subsets are read', () => expect(missing('ừ₫Aa9−–☃')).toEqual(['☃']));

test('figures', () => {
  const written = LANGUAGES.flatMap((language) => [
    formatVolume(1_186_412),
    formatVnd('-1950680075', language, { signed: true }),
    formatForeign('1250.50', 'USD', language),
    formatRatio('150.9', language),
    formatPriceChange(-3, GRID),
    MISSING,
  ]);
  expect(missing(written.join(''))).toEqual([]);
});

test('texts', () => expect(missing(JSON.stringify([vi, viLater, viPreview, en, enLater, enPreview]))).toEqual([]));
