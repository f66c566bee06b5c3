/**
 * Writes the golden databases of a release: `npm run golden -- <release> [<folder of its built checkout>]`, without a
 * folder those of this one. One is stopped cleanly, one is killed, so that its journal has a tail. New ones are added
 * with releases; existing ones are opened for ever and never rewritten.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { dump, FOLDER, type Golden, packed, releasesRecorded, SETTINGS } from '#test/golden/golden-data.ts';
import { seen, trade } from '#test/golden/sessions.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [name = '', release = ROOT] = process.argv.slice(2);
const mains = ['app/main.js', 'main.js'].map((file) => join(release, 'server/dist', file));
const main = mains.find((file) => existsSync(file));
if (!main || !name) throw new Error('say which: <release, as CHANGELOG heads it> [<folder of its built checkout>]');
if (releasesRecorded().includes(name)) throw new Error(`${name} is there already, and is what it wrote then`);
const changes = execFileSync('git', [
  '-C',
  release,
  'status',
  '--porcelain',
  '--',
  'server/src',
  'core/src',
]).toString();
if (changes !== '')
  throw new Error(`${release} is not as it was committed, so nobody could build it again:\n${changes}`);
const from = execFileSync('git', ['-C', release, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

for (const ending of ['stopped', 'killed'] as const) {
  const home = new ProductHome(SETTINGS, main);
  try {
    const product = await home.start();
    await trade(product.url);
    const figures = await seen(product.url);
    if (ending === 'stopped') await product.stop();
    else await product.kill();
    const postgres = await startEmbeddedPostgres(home.dataDir);
    const text = readFileSync(join(home.dataDir, 'home.json'), 'utf8');
    const golden: Golden = { from, ending, home: text, figures, ...(await dump(postgres.url)) };
    await postgres.stop();
    const bytes = packed(golden);
    writeFileSync(`${FOLDER}${name}-${ending}.json.gz`, bytes);
    console.log(`${name}-${ending}: ${bytes.length} bytes`, figures);
  } finally {
    home.clear();
  }
}
