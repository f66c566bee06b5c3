/**
 * Mutation tests of the rules (a part of `npm run prove`): Stryker changes one thing at a time in the files below and
 * a test of core must notice. Run in core/, so that its sandbox is a copy of core alone: there `@mua/core/engine` and
 * `#matching/book` mean the changed files. What survives is judged in docs/mutation-testing.md.
 */
export default {
  mutate: [
    'src/{matching,margin,positions,ledger,conditional}/*.ts',
    '!src/**/*.test.ts',
    // They check and judge, they do not decide.
    '!src/matching/{audit,naive-book,book-trace,matching-invariants}.ts',
  ],
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/spared.mjs'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  ignorers: ['asserts'],
  // Without its tsconfig.json: that one's `extends` leads nowhere from the sandbox, and the folder above has it.
  ignorePatterns: ['dist', '.cache', 'tsconfig.json', 'test/golden', 'test/simulator'],
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/mutation/sandbox',
  concurrency: 2,
  timeoutMS: 15_000,
  thresholds: { high: 95, low: 85, break: 80 },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowEmpty: false,
};
