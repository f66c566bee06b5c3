/** `npm run simulate`: see core/test/simulator/cli.ts. */
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { installMissing } from './install.mjs';
import { run } from './run.mjs';

await installMissing();
const script = join(ROOT, 'core/test/simulator/cli.ts');
try {
  const args = ['--import', 'tsx', script, ...process.argv.slice(2)];
  await run(process.execPath, args, { cwd: ROOT });
} catch {
  process.exit(1);
}
