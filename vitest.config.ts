import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of the web that have no page, and leave every module as it is. */
function plainWebTests(): string[] {
  const folder = fileURLToPath(new URL('web/src', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
  const isPlain = (file: string) =>
    !/@vitest-environment jsdom|\bvi\.mock\(/.test(readFileSync(join(folder, file), 'utf8'));
  return files.filter(isPlain).map((file) => join('web/src', file));
}

const PLAIN_WEB_TESTS = plainWebTests();

/** The projects of `npm test`, in its order; tools/test.mjs runs them with their time budgets. */
const exclude = [...configDefaults.exclude, '**/.cache/**'];

export default defineConfig({
  test: {
    // As many as there are cores: left to itself it keeps one free, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'core/src/**/*.test.ts',
            'core/test/scenarios/**/*.test.ts',
            'core/test/golden/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude,
          // Functions of their arguments: modules read once for all files are a third of the time.
          isolate: false,
          // What a test says does not depend on how busy the machine is; a hang ends here.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...PLAIN_WEB_TESTS],
          // A page costs more than most tests: a file that needs one opens with `// @vitest-environment jsdom`.
          environment: 'node',
          // A world of its own for each file as elsewhere, but jsdom is read once: two thirds of the time.
          pool: 'vmThreads',
          setupFiles: ['web/test/all-words.ts', 'web/test/before-page-tests.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'web-plain',
          include: PLAIN_WEB_TESTS,
          setupFiles: ['web/test/all-words.ts'],
          // As in `unit`.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: { name: 'simulator', include: ['core/test/simulator/**/*.test.ts'], exclude, testTimeout: 110_000 },
      },
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          exclude: [...exclude, 'server/test/durability/**'],
          globalSetup: ['server/test/fixtures/postgres-setup.ts'],
          // Every test makes its own server and database: modules read once for all files are a third of the time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'durability',
          include: ['server/test/durability/**/*.test.ts'],
          exclude,
          globalSetup: ['server/test/fixtures/begun-home.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
