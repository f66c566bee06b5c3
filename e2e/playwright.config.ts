import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CALM, type WorkerSettings } from './stage.ts';

const chromium = process.env.CHROMIUM_PATH;
/** Starts the browser at CHROMIUM_PATH. */
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
    // A page lives for seconds: to optimise its code costs a seventh of a story's work, and pays in longer lives.
    '--js-flags=--no-opt --no-maglev',
    // As the whole browser draws letters on Debian; the headless shell would draw them wider.
    '--font-render-hinting=slight',
  ],
};

const WHOLE_MARKET = { SEED: '31' };

/** Runs stories of people in a browser, against the built product in processes of its own. */
export default defineConfig<object, WorkerSettings>({
  testDir: 'stories',
  globalSetup: './home.ts',
  // The limit suits a machine that is busy with other work; on an idle one nothing waits for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A story spends a third of its time waiting: for answers, for what is a few seconds away. Three at a time fill two
  // cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  outputDir: '../.cache/e2e',
  snapshotPathTemplate: '{testDir}/../looks/{arg}{ext}',
  use: {
    // What waits for ever otherwise ends with the whole story, long after its cause.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // Installing the offline shell costs every fresh browser two seconds of work: stories about it allow it again.
    serviceWorkers: 'block',
    // A trace costs as much as the story itself. Run a failing story again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: LAUNCH,
  },
  // By the product that they are played on, the longest first: a worker starts another one for other settings, which
  // takes as long as a story.
  projects: [
    // They leave nothing behind that another one sees.
    { name: 'together', testMatch: 'together/*', use: { settings: { ...CALM, SEED: '12' } } },
    // Scroll bars take room here, as on Windows, which most Vietnamese investors use: overlaid ones hide what
    // overflows.
    {
      name: 'layout',
      testMatch: 'layout/*',
      use: { settings: WHOLE_MARKET, launchOptions: { ...LAUNCH, ignoreDefaultArgs: ['--hide-scrollbars'] } },
    },
    { name: 'own', testMatch: 'own/*' },
    // Every contract trades on the simulated exchange.
    { name: 'whole-market', testMatch: 'whole-market/*', use: { settings: WHOLE_MARKET } },
    // Minutes long, for `npm run prove`.
    ...(process.env.PROVE_CLUSTER_DESK ? [{ name: 'cluster', testMatch: 'cluster/*' }] : []),
  ],
});
