/** A class of a colour that the theme does not have draws nothing, and nobody says so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const THEME = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const COLORS = new Set([...THEME.matchAll(/--color-([a-z0-9-]+):/g)].map(([, name = '']) => name));
const FAMILIES = new Set([...COLORS].map(familyOf));
const COLOR_CLASS =
  /(?<![\w-])(?:bg|text|border(?:-[trblxy])?|fill|stroke|outline|ring|divide)-([a-z]+(?:-[a-z0-9]+)*)/g;

function familyOf(name: string): string {
  return name.split('-')[0] ?? '';
}

test('every class of a colour names one that the theme has', () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const unknown = sources.flatMap((path) =>
    [...readFileSync(join(WEB, path), 'utf8').matchAll(COLOR_CLASS)]
      .filter(([, name = '']) => FAMILIES.has(familyOf(name)) && !COLORS.has(name))
      .map(([used]) => `${path}: ${used}`),
  );
  expect(unknown).toEqual([]);
  expect(sources.length).toBeGreaterThan(100);
});
