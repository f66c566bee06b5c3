/** What every story needs: a product of its own, a clean console, and an investor who signs in by the page. */
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { ProductHome, type RunningProduct } from '../server/test/fixtures/product.ts';

const RECORDING = fileURLToPath(new URL('./recordings/corn-240m.csv', import.meta.url));

export interface Stage {
  readonly home: ProductHome;
  /** The product as it runs now; stories that kill it start it again. */
  product: RunningProduct;
  startAgain(): Promise<void>;
}

/** Prices from the recording that the repository carries, so that a story sees the same market everywhere. */
export const RECORDED = {
  VENUE: 'recorded',
  RECORDING,
  RECORDING_CONTRACT: 'ZCEZ26',
  RECORDING_SPEED: '20',
} as const;

/** For stories that leave nothing behind which another one looks at: those of one worker share a product. */
export const SHARED = { ...RECORDED, SEED: '12' } as const;

export const test = base.extend<
  { consoleClean: undefined },
  { settings: Readonly<Record<string, string>>; stage: Stage }
>({
  settings: [{}, { scope: 'worker', option: true }],
  stage: [
    async ({ settings }, use) => {
      const home = new ProductHome(settings);
      const stage: Stage = {
        home,
        product: await home.start(),
        async startAgain() {
          const port = new URL(stage.product.url).port;
          stage.product = await home.start({ PORT: port });
        },
      };
      await use(stage);
      await stage.product.stop();
      home.clear();
    },
    { scope: 'worker' },
  ],
  /** No story may leave an error or a warning in the console, but for what the browser itself says of a lost server. */
  consoleClean: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      await use(undefined);
      expect(
        said.filter((line) => !/net::ERR_|WebSocket connection|status of (401|403|404|422|409)/.test(line)),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function signIn(page: Page, url: string, username = 'an@mua.demo'): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox').first().fill(username);
  await page.locator('input[type="password"]').fill('Mua@2026');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** Serious and critical findings only; contrast included. */
export async function expectAccessible(page: Page): Promise<void> {
  // One frame, so nothing has to be put together in a second page; and only what is wrong is told.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
}
