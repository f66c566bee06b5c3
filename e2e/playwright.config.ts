import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const chromium = process.env.CHROMIUM_PATH;
/** Starts the one at CHROMIUM_PATH. */
const starter = fileURLToPath(new URL('./chromium.sh', import.meta.url));

export const LAUNCH = {
  ...(chromium && chromium !== 'playwright' ? { executablePath: starter } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Stories of sizes and places. */
const LAYOUT = ['**/every-height.spec.ts', '**/every-width.spec.ts'];

/** Stories of people in a browser, against the built product in processes of its own. */
export default defineConfig({
  testDir: 'stories',
  // Of a machine that is busy with something else as well; whatever is there at once is seen at once.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A story waits for a third of its time: for answers, for what is a few seconds away. Three at a time fill two cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  outputDir: '../.cache/e2e',
  snapshotPathTemplate: '{testDir}/../looks/{arg}{ext}',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // Putting the offline shell away costs every fresh browser two seconds of work: stories of it allow it again.
    serviceWorkers: 'block',
    // A trace costs as much as the story itself. One that fails is looked at again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: LAUNCH,
  },
  projects: [
    { name: 'stories', testIgnore: LAYOUT },
    // Scroll bars that take room, as on Windows, where most Vietnamese investors sit: overlaid ones hide what overflows.
    {
      name: 'layout',
      testMatch: LAYOUT,
      use: { launchOptions: { ...LAUNCH, ignoreDefaultArgs: ['--hide-scrollbars'] } },
    },
  ],
});
