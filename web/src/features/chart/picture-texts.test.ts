/** What a picture of the chart says of other contracts in it. */
import { expect, test } from 'vitest';
import { comparedTexts } from '#features/chart/picture-texts.ts';

test('the figures of compared contracts say what they are', () => {
  const one = { slot: 2, hasFailed: false };
  const compared = [
    { ...one, code: 'ZSEF27', text: '0.3986' },
    { ...one, code: 'ZWAZ26', text: null },
  ];
  const says = 'ZCEH27 ÷ each, bars of the same time';
  expect(comparedTexts(compared, says)).toEqual(['ZSEF27 0.3986', 'ZWAZ26', says]);
  expect(comparedTexts([], says)).toEqual([]);
});
