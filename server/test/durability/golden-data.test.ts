/**
 * The databases of earlier releases, opened by this one: orders, positions and cash are what their investors saw. Where
 * the engine has changed what an old journal's tail says, the start is refused with the way out, and nothing is touched.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { keep } from '#ground/data-dir.ts';
import { runToEnd } from '#test/durability/run-to-end.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import {
  dump,
  FOLDER,
  type Golden,
  goldenNames,
  load,
  readGolden,
  releasesRecorded,
  SETTINGS,
} from '#test/golden/golden-data.ts';
import { seen } from '#test/golden/sessions.ts';

/** Whoever changes the engine so that an old tail means something else adds it here: stopped cleanly, it opens. */
const TAIL_OF_ANOTHER_ENGINE: readonly string[] = ['2026-11-0ae9fc5-killed'];

let home: ProductHome | undefined;
afterEach(() => {
  home?.clear();
  home = undefined;
});

async function unpacked(golden: Golden): Promise<ProductHome> {
  home = new ProductHome(SETTINGS);
  mkdirSync(home.dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres(home.dataDir);
  await load(postgres.url, golden);
  await postgres.stop();
  keep(join(home.dataDir, 'home.json'), golden.home);
  return home;
}

describe('golden databases', () => {
  const names = goldenNames();
  test('are a stopped and a killed one of each release of the changelog, and small enough to be kept', () => {
    const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
    const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
    expect(releasesRecorded()).toEqual(expect.arrayContaining(released));
    expect(names).toHaveLength(releasesRecorded().length * 2);
    expect(names).toEqual(expect.arrayContaining([...TAIL_OF_ANOTHER_ENGINE]));
    for (const name of names) expect(statSync(`${FOLDER}${name}.json.gz`).size).toBeLessThan(300_000);
  });

  test.each(names.filter((name) => !TAIL_OF_ANOTHER_ENGINE.includes(name)))(
    '%s opens as its investor left it',
    async (name) => {
      const golden = readGolden(name);
      const place = await unpacked(golden);
      const product = await place.start();
      expect(await seen(product.url)).toMatchObject(golden.figures);
      await product.stop();
      const again = await place.start();
      expect(await seen(again.url)).toMatchObject(golden.figures);
      await again.stop();
    },
  );

  test.each(TAIL_OF_ANOTHER_ENGINE)('%s is refused with the way out, and stays as it was', async (name) => {
    const golden = readGolden(name);
    const { dataDir } = await unpacked(golden);
    const settings = { MODE: 'demo', PORT: '0', DATA_DIR: dataDir, ...SETTINGS };
    const { code, output } = await runToEnd(settings);
    expect([code, output]).toEqual([78, expect.stringMatching(/was written by engine 2 and .*Start the release that/)]);
    const postgres = await startEmbeddedPostgres(dataDir);
    const { tables } = await dump(postgres.url);
    await postgres.stop();
    const rows = (all: Golden['tables'], of: string): string | undefined => all.find(({ name }) => name === of)?.rows;
    // The release that wrote it still finds a database of its own.
    for (const of of ['journal_batch', 'kysely_migration']) expect(rows(tables, of)).toBe(rows(golden.tables, of));
  });
});
