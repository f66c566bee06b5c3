/**
 * `npm run check`: the checks of STYLE.md that a machine can do, under two minutes on two cores. Format and lint,
 * types, import rules, unused code, then the quick tests.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from './build.mjs';
import { installMissing } from './install.mjs';
import { checkRouteBudgets } from './route-budgets.mjs';
import { run } from './run.mjs';

const CHAPTERS = ['core/src', 'contract/src', 'server/src', 'web/src'];
/** Fewer modules than this means the cruiser read nothing and would pass for that reason. */
const LEAST_MODULES = 100;

/** Where the quick tests leave their counts for `npm test`. */
export const QUICK_REPORT = join(ROOT, '.cache', 'report-quick.json');

/** A dependency check that reads no module passes silently, so the count is part of the check. */
async function checkImports() {
  const args = [
    '--no-install',
    'depcruise',
    ...CHAPTERS,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
  ];
  // It exits with the number of errors, which are read from what it wrote.
  const { stdout } = await promisify(execFile)('npx', args, { cwd: ROOT, maxBuffer: 1 << 28 }).catch((error) => error);
  const { summary } = JSON.parse(stdout);
  const errors = summary.violations.filter((violation) => violation.rule.severity === 'error');
  for (const { rule, from, to } of errors) console.error(`${rule.name}: ${from} -> ${to}`);
  if (errors.length > 0) throw new Error(`${errors.length} imports that the house forbids`);
  if (summary.totalCruised < LEAST_MODULES) throw new Error(`only ${summary.totalCruised} modules were read`);
  console.log(`imports: ${summary.totalCruised} modules, ${summary.totalDependenciesCruised} arrows, none forbidden`);
}

export async function check() {
  await installMissing((message) => console.log(`· ${message}`));
  const at = (args, cwd = ROOT) => run('npx', ['--no-install', ...args], { cwd });
  await at(['biome', 'check', '--error-on-warnings', '.']);
  // Its package may have been installed a moment ago, so it can't be imported above.
  const { writeRouteTree } = await import('./route-tree.mjs');
  await writeRouteTree();
  // Each of them keeps one core busy.
  await Promise.all([at(['tsc', '-b']), checkImports().then(() => at(['knip', '--no-progress']))]);
  await checkRouteBudgets();
  const projects = ['--project', 'unit', '--project', 'web'];
  await at(['vitest', 'run', ...projects, '--reporter=dot', '--reporter=json', `--outputFile.json=${QUICK_REPORT}`]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  check().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
