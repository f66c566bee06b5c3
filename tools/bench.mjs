/** `npm run bench`: see bench/src/main.ts. Memory figures need access to the garbage collector. */
import { join } from 'node:path';
import { buildStale, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { run } from './run.mjs';
import { bundleBenchServer } from './server-bundle.mjs';

await installMissing();
await buildStale();
await bundleBenchServer(ROOT);
const script = join(ROOT, 'bench/src/main.ts');
const env = { ...process.env, CHROMIUM_PATH: findChromium() };
const flags = ['--expose-gc', '--import', 'tsx'];
await run(process.execPath, [...flags, script, ...process.argv.slice(2)], { cwd: ROOT, env });
