import { expect, test } from 'vitest';
import { CORN, CORN_TERMS } from '#mock/sample-records.ts';
import {
  type CalculatorDraft,
  draftOf,
  previewOf,
  readDraft,
  searchOf,
} from '#pages/margin-calculator/calculator-draft.ts';

const LAST = 1_831;
const DRAFT: CalculatorDraft = draftOf({}, CORN, String);
const read = (change: Partial<CalculatorDraft>, lastTicks: number | null = LAST) =>
  readDraft({ ...DRAFT, ...change }, CORN, lastTicks);

test('an empty address begins with one lot bought at the market’s price', () => {
  expect(DRAFT).toMatchObject({ side: 'BUY', lotsText: '1', priceText: null, moneyText: '', kind: null });
  expect(read({})).toMatchObject({ lots: 1, price: { kind: 'price', ticks: LAST }, ownVnd: null });
});

test('a market without a last price asks for one, and nothing is 0', () => {
  expect(read({}, null)).toMatchObject({ price: { kind: 'missing' }, priceTicks: null });
  const preview = previewOf(DRAFT, read({}, null), { terms: CORN_TERMS, kind: 'individual' });
  expect(preview).toMatchObject({ onePercent: null, notional: null, requiredMargin: { totalVnd: 36_618_120n } });
});

test('prices are typed as everywhere', () => {
  expect(read({ priceText: "462'4" }).priceTicks).toBe(1_850);
  expect(read({ priceText: '462,5' }).priceTicks).toBe(1_850);
  expect(read({ priceText: '462.6' }).price).toEqual({ kind: 'offGrid', lowerTicks: 1_850, upperTicks: 1_851 });
  expect(read({ priceText: 'abc' }).price).toEqual({ kind: 'notANumber' });
  expect(read({ priceText: '' }).price).toEqual({ kind: 'missing' });
});

test.each([
  ['', null, 'unread'],
  ['0', null, 'unread'],
  ['1.5', null, 'unread'],
  ['100', 100, null],
  ['101', null, 'tooMany'],
] as const)('%j lots', (lotsText, lots, lotsFault) => expect(read({ lotsText })).toMatchObject({ lots, lotsFault }));

test('money is read as it is written, and may be missing', () => {
  expect(read({ moneyText: '120.000.000' }).ownVnd).toBe(120_000_000n);
  expect(read({ moneyText: '₫,' })).toMatchObject({ ownVnd: null, isMoneyUnread: true });
  expect(read({ moneyText: ' ' })).toMatchObject({ ownVnd: null, isMoneyUnread: false });
});

test('an address and its calculation are one', () => {
  const search = {
    contract: 'ZCEZ26',
    side: 'SELL',
    lots: '2',
    price: '462.50',
    money: '120000000',
    kind: 'business',
  } as const;
  const draft = draftOf(search, CORN, String);
  expect(searchOf(draft, CORN, readDraft(draft, CORN, LAST))).toEqual(search);
});

test('an address leaves out a price of the market, a held one, and what can’t be read', () => {
  const address = (change: Partial<CalculatorDraft>) => searchOf({ ...DRAFT, ...change }, CORN, read(change));
  const least = { contract: 'ZCEZ26', side: 'BUY', lots: '1' };
  expect(address({})).toEqual(least);
  expect(address({ priceText: "457'6", isPriceHeld: true })).toEqual(least);
  expect(address({ priceText: 'abc', moneyText: 'x' })).toEqual(least);
  expect(address({ lotsText: '0' })).toEqual({ contract: 'ZCEZ26', side: 'BUY' });
});

test('a price off the contract’s grid is left to the market', () =>
  expect(draftOf({ price: '462.6' }, CORN, String).priceText).toBeNull());

test('a business has its own margin, and no terms no sums', () => {
  const of = (kind: 'individual' | 'business') => previewOf(DRAFT, read({}), { terms: CORN_TERMS, kind });
  expect(of('business')?.requiredMargin.totalVnd).toBe(30_515_100n);
  expect(of('individual')?.requiredMargin.totalVnd).toBe(36_618_120n);
  expect(previewOf(DRAFT, read({}), { terms: null, kind: 'individual' })).toBeNull();
  expect(previewOf(DRAFT, read({ lotsText: 'x' }), { terms: CORN_TERMS, kind: 'individual' })).toBeNull();
});
