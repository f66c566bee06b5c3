/** `npm run picture`: records the README's animation from the current build. */
import { join } from 'node:path';
import { buildStale, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { run } from './run.mjs';

await installMissing(console.log);
await buildStale(console.log);
const env = { ...process.env, CHROMIUM_PATH: findChromium() };
await run(process.execPath, ['--import', 'tsx', join('e2e', 'moving-picture.ts')], { cwd: ROOT, env });
