/** `npm run verify`: see verify.ts. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { installMissing } from './install.mjs';

await installMissing();
const script = join(ROOT, 'tools/verify.ts');
const args = ['--import', 'tsx', script, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
