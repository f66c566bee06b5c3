/** Checks the decision records: unique numbers, an up-to-date index, and no path that does not exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { INDEX, indexOf, pathsIn, ROOT, readRecords } from './records.ts';

const records = readRecords();

/** Paths in documents omit `src`. */
function isThere(path: string): boolean {
  const [chapter = '', ...rest] = path.split('/');
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, chapter, 'src', ...rest));
}

describe('decision records', () => {
  test('every number belongs to a single record', () => {
    const numbers = records.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(90);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test('the index is what `npm run records` would write', () => {
    expect(readFileSync(INDEX, 'utf8')).toBe(indexOf(records));
  });

  test('every record that is cited exists', () => {
    const known = new Set(records.map(({ number }) => number));
    const lost = records.flatMap(({ number, text }) =>
      [...text.matchAll(/(?:record|decision)s? 0*(\d+)/gi)].flatMap(([, cited]) =>
        known.has(Number(cited)) ? [] : [`record ${number} cites ${cited}`],
      ),
    );
    expect(lost).toEqual([]);
  });

  test('paths that records name exist', () => {
    const lost = records.flatMap(({ number, text }) =>
      pathsIn(text).flatMap((path) => (isThere(path) ? [] : [`record ${number}: ${path}`])),
    );
    expect(lost).toEqual([]);
  });
});
