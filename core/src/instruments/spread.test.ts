import { expect, test } from 'vitest';
import type { Contract } from '#instruments/commodity.ts';
import { neighbourSpreads, sideIn, spreadOf } from '#instruments/spread.ts';
import { legCodes } from '#values/contract-code.ts';

const contract = (code: string, expiryYear: number, expiryMonth: number, commodityCode = 'ZCE'): Contract => ({
  ...{ code, commodityCode, expiryYear, expiryMonth, lastTradeDay: '2026-12-14' },
  ...{ firstNotificationDate: null, lastNotificationDate: null },
});

const DECEMBER = contract('ZCEZ26', 2026, 12);
const MARCH = contract('ZCEH27', 2027, 3);
const MAY = contract('ZCEK27', 2027, 5);
const JULY = contract('ZCEN27', 2027, 7);

test('the front month less the next, and that less the one after, are listed', () => {
  const codes = neighbourSpreads([JULY, MAY, DECEMBER, MARCH]).map(({ code }) => code);
  expect(codes).toEqual(['ZCEZ26-ZCEH27', 'ZCEH27-ZCEK27']);
  expect(neighbourSpreads([MARCH])).toEqual([]);
});

test('a spread is near month less far month of one commodity', () => {
  expect(() => spreadOf(MARCH, DECEMBER)).toThrow('near month less far month');
  expect(() => spreadOf(DECEMBER, contract('ZSEH27', 2027, 3, 'ZSE'))).toThrow('one commodity');
});

test('its code names its legs, and an order in it has a side in each', () => {
  expect(legCodes('ZCEZ26-ZCEH27')).toEqual({ near: 'ZCEZ26', far: 'ZCEH27' });
  expect(legCodes('ZCEZ26')).toBeUndefined();
  const order = { contractCode: 'ZCEZ26-ZCEH27', side: 'BUY' } as const;
  expect(['ZCEZ26', 'ZCEH27'].map((code) => sideIn(code, order))).toEqual(['BUY', 'SELL']);
  expect(sideIn('ZCEZ26', { contractCode: 'ZCEZ26', side: 'SELL' })).toBe('SELL');
});
