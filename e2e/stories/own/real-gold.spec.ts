/** Follows the same story on real data: one-minute bars of a gold future, 7 to 11 October 2013. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '#stage.ts';
import { playInvestorsDay } from '#tales/investor.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = resolve(ROOT, process.env.MARKET_DATA_DIR ?? '../shared/data');
const RECORDING = resolve(FOLDER, 'prices/apache/GC_minute_trade_20131007_20131011.csv');
const IS_HERE = existsSync(RECORDING);

test.use({
  settings: IS_HERE
    ? { VENUE: 'recorded', RECORDING, RECORDING_CONTRACT: 'GCEZ13', RECORDING_SPEED: '60', SEED: '14' }
    : {},
  // The whole story runs with the offline shell, as in every real browser.
  serviceWorkers: 'allow',
});
test.skip(!IS_HERE, `no recording of gold at ${RECORDING}; MARKET_DATA_DIR names another folder`);

test('an investor trades a real week of gold, and a kill -9 loses nothing', async ({ page, stage }) => {
  await playInvestorsDay(page, stage, {
    language: 'en',
    code: 'GCEZ13',
    restingBelow: (shown) => (Number(shown) - 20).toFixed(1),
  });
});
