/** What the bundle of the server relies on in its sources (record 159). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['core/src', 'contract/src', 'server/src'].flatMap((chapter) =>
  readdirSync(join(ROOT, chapter), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file: join(chapter, file), text: readFileSync(join(ROOT, chapter, file), 'utf8') })),
);

test('only one module knows where it lies: in the bundle the others lie elsewhere', () => {
  const knowing = SOURCES.filter(({ text }) => text.includes('import.meta')).map(({ file }) => file);
  expect(knowing).toEqual(['server/src/ground/server-files.ts']);
});

test('what is started by its name is a file of the bundle', () => {
  const started = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:startWorker|runLimitedChild)\(\s*'([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  expect(started.length).toBeGreaterThan(5);
  const lost = started.filter((name) => !name.endsWith('-worker') || !existsSync(join(ROOT, `server/src/${name}.ts`)));
  expect(lost).toEqual([]);
});
