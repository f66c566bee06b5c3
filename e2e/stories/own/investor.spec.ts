/** Follows the investor's story on the repository's recording, so that it runs anywhere. */
import { RECORDED, test } from '#stage.ts';
import { playInvestorsDay } from '#tales/investor.ts';

// The whole story runs with the offline shell, as in every real browser.
test.use({ settings: { ...RECORDED, SEED: '11' }, serviceWorkers: 'allow' });

test('an investor trades a recorded market, and a kill -9 loses nothing (vi)', async ({ page, stage }) => {
  await playInvestorsDay(page, stage, {
    language: 'vi',
    code: 'ZCEZ26',
    restingBelow: (shown) => `${Number(shown.split("'")[0]) - 5}'0`,
  });
});
