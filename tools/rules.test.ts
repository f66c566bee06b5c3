/**
 * Checks that the rules have one home (docs/rules) and that code cites them by address: every address has a heading,
 * every page is cited, and no document outside the repository is cited.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const RULES = join(ROOT, 'docs/rules');

const pages = readdirSync(RULES).map((name) => ({ name, text: readFileSync(join(RULES, name), 'utf8') }));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((name) => /\.(ts|tsx|mjs|md|css)$/.test(name) && name !== 'tools/rules.test.ts')
  .flatMap((name) => {
    try {
      return [{ name, text: readFileSync(join(ROOT, name), 'utf8') }];
    } catch {
      // The file was deleted, but that is not committed yet.
      return [];
    }
  });

/** Builds a heading's anchor, as the host of the page does. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

const headings = pages.flatMap(({ name, text }) =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => `${name}#${slugOf(heading)}`),
);
/** A comment may wrap within a sentence, but not within an address. */
const cited = tracked.flatMap(({ name, text }) =>
  [...text.matchAll(/(?:docs\/rules\/|\]\()([a-z-]+\.md)#([a-z0-9-]+)/g)].flatMap(([, page, anchor]) =>
    pages.some((known) => known.name === page) ? [{ name, address: `${page}#${anchor}` }] : [],
  ),
);

test('every cited address leads to a rule', () => {
  const known = new Set(headings);
  expect(cited.length).toBeGreaterThan(150);
  expect(cited.filter(({ address }) => !known.has(address))).toEqual([]);
});

test('every page of rules is cited by code', () => {
  const used = new Set(
    cited.filter(({ name }) => !name.startsWith('docs/')).map(({ address }) => address.split('#')[0]),
  );
  expect(pages.map(({ name }) => name).filter((name) => name !== 'README.md' && !used.has(name))).toEqual([]);
});

test('no comment cites a document that is missing from the repository', () => {
  const foreign =
    /\b[Ss]pec(ification)? \d|[Tt]rading rules(:|, ["“])|market model(, (section )?\d|,? \d)|\(conventions,|\bwords \d|decision "/;
  const lines = tracked
    .filter(({ name }) => !name.startsWith('docs/decisions/') && name !== 'CHANGELOG.md')
    .flatMap(({ name, text }) =>
      text.split('\n').flatMap((line, index) => (foreign.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(lines).toEqual([]);
});
