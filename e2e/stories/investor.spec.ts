/** The investor's story on the recording that the repository carries, so that it runs anywhere. */
import { RECORDED, test } from '../stage.ts';
import { tellInvestorsTale } from '../tales/investor.ts';

test.use({ settings: { ...RECORDED, SEED: '11' } });

for (const language of ['vi', 'en'] as const) {
  test(`an investor trades a recorded market, and a kill -9 loses nothing (${language})`, async ({ page, stage }) => {
    await tellInvestorsTale(page, stage, {
      language,
      code: 'ZCEZ26',
      restingBelow: (shown) => `${Number(shown.split("'")[0]) - 5}'0`,
    });
  });
}
