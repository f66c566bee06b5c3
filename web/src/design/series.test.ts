/** Hues of thin lines are told apart by the eye: by their distance in OKLab, in both themes, and read on the panel. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const TOKENS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6', 'foreground'];

/** A token's colour: the last of the theme's own blocks, else of the light ones, which dark redefines. */
function colorOf(name: string, theme: 'light' | 'dark'): string {
  const blocks = [...TOKENS.matchAll(/^(:root|\.dark) \{([^}]*)\}/gm)];
  const among = (selector: string) =>
    blocks
      .filter(([, own]) => own === selector)
      .flatMap(([, , body = '']) =>
        [...body.matchAll(new RegExp(`--${name}: ([^;]+);`, 'g'))].map(([, value]) => value),
      )
      .at(-1);
  const value = (theme === 'dark' ? among('.dark') : undefined) ?? among(':root') ?? '';
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other ? colorOf(other, theme) : value;
}

function linear(color: string): readonly [number, number, number] {
  const part = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** https://bottosson.github.io/posts/oklab/ */
function okLab(color: string): readonly [number, number, number] {
  const [r, g, b] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(one: string, other: string): number {
  const [[l, a, b], [L, A, B]] = [okLab(one), okLab(other)];
  return Math.hypot(l - L, a - A, b - B);
}

function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [r, g, b] = linear(color);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

test.each(['light', 'dark'] as const)('series are far apart and readable: %s', (theme) => {
  const colors = SERIES.map((name) => colorOf(name, theme));
  const near = colors.flatMap((one, place) =>
    colors.slice(place + 1).flatMap((other) => (distance(one, other) < 0.1 ? [`${one} ${other}`] : [])),
  );
  expect(near).toEqual([]);
  const surface = colorOf('surface', theme);
  expect(colors.filter((color) => contrast(color, surface) < 4.5)).toEqual([]);
});
