/**
 * Writes the golden databases of a release: `node --import tsx server/test/golden/record.ts <folder of the built release>
 * <name>`. One is stopped cleanly, one is killed, so that its journal has a tail. New ones are added with releases;
 * existing ones are opened for ever and never rewritten.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { dump, FOLDER, type Golden, packed, SETTINGS } from '#test/golden/golden-data.ts';
import { seen, trade } from '#test/golden/sessions.ts';

const [release = '', name = ''] = process.argv.slice(2);
const mains = ['app/main.js', 'main.js'].map((file) => join(release, 'server/dist', file));
const main = mains.find((file) => existsSync(file));
if (!main || !name) throw new Error('say which: <folder of the built release> <name>');
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
