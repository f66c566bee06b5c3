import { configDefaults, defineConfig } from 'vitest/config';

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
          exclude,
          // A page costs more than most tests: a file that needs one opens with `// @vitest-environment jsdom`.
          environment: 'node',
          // A world of its own for each file as elsewhere, but jsdom is read once: two thirds of the time.
          pool: 'vmThreads',
          setupFiles: ['web/test/all-words.ts', 'web/test/before-page-tests.ts'],
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
