import { expect, test } from 'vitest';
import { PANE_STUDIES } from '#features/chart/settings/study-catalogue.ts';
import { paneRoom, STUDY_MIN_HEIGHT } from '#features/chart/studies/pane-room.ts';

test.each([
  ['a phone', 360, 40],
  ['a desk', 560, 64],
  ['a full screen', 1000, 64],
])('on %s at least half belongs to the price, however many are chosen', (_name, chartPx, volumePx) => {
  for (let count = 0; count <= PANE_STUDIES.length; count += 1) {
    const indicators = PANE_STUDIES.slice(0, count);
    const { drawn, waiting, heightPx } = paneRoom({ indicators, chartPx, volumePx });
    expect([...drawn, ...waiting]).toEqual(indicators);
    expect(drawn.length * heightPx + volumePx).toBeLessThanOrEqual(chartPx / 2);
    if (drawn.length > 0) expect(heightPx).toBeGreaterThanOrEqual(STUDY_MIN_HEIGHT);
  }
});

test('those chosen first are shown, the others appear as the panel grows', () => {
  const indicators = ['VR', 'MA', 'RSI', 'MACD', 'KDJ'] as const;
  const low = paneRoom({ indicators, chartPx: 324, volumePx: 40 });
  expect(low).toMatchObject({ drawn: ['VR', 'RSI'], waiting: ['MACD', 'KDJ'] });
  const high = paneRoom({ indicators, chartPx: 900, volumePx: 40 });
  expect(high).toMatchObject({ drawn: ['VR', 'RSI', 'MACD', 'KDJ'], waiting: [], heightPx: 96 });
});

test('without any room, none is drawn', () => {
  const none = paneRoom({ indicators: ['RSI'], chartPx: 0, volumePx: 40 });
  expect(none).toMatchObject({ drawn: [], waiting: ['RSI'] });
});
