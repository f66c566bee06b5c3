import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long ones, which see almost every change: only what the others let pass. */
const LAST = /differential/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted].sort((a, b) => Number(LAST.test(a.moduleId)) - Number(LAST.test(b.moduleId)));
  }
}

/** The quick tests of the rules, for Stryker: tables, properties and scenarios, not the simulator. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/scenarios/**/*.test.ts'],
    exclude: ['.cache/**', 'node_modules/**', 'src/instruments/reference/**'],
    setupFiles: ['test/mutation/stop-at-first.ts'],
    sequence: { sequencer: QuickFirst },
  },
});
