import type { PriceGrid } from '@mua/core/values';
import { beforeEach, describe, expect, test } from 'vitest';
import { ACTOR, CORN_GRID } from '#mock/sample-records.ts';
import { draftPrice, isTypedIn, type MarketPrices, useTicketDraft } from '#orders/ticket-draft.ts';

const market: MarketPrices = { bid: 1830, ask: 1831, last: 1829 };
const cents: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
const draft = () => useTicketDraft.getState();

beforeEach(() => draft().reset('ZCEZ26'));

describe('the price of a draft', () => {
  test.each([
    ['BUY', market, 1831],
    ['SELL', market, 1830],
    ['BUY', { ...market, ask: null }, 1829],
    ['SELL', { ...market, bid: null }, 1829],
  ] as const)('an untouched %s follows the other side or the last trade', (side, prices, ticks) => {
    const price = draftPrice({ side, limitText: '', limitSource: 'market' }, prices, CORN_GRID);
    expect(price).toEqual({ kind: 'price', ticks });
  });

  test.each([
    ["454'0", CORN_GRID, { kind: 'price', ticks: 1816 }],
    ['454,25', CORN_GRID, { kind: 'price', ticks: 1817 }],
    ['454.1', CORN_GRID, { kind: 'offGrid', lowerTicks: 1816, upperTicks: 1817 }],
    ['312,45', cents, { kind: 'price', ticks: 6249 }],
    ['abc', cents, { kind: 'notANumber' }],
    ['  ', cents, { kind: 'empty' }],
  ] as const)('typed %j is read', (limitText, grid, expected) => {
    expect(draftPrice({ side: 'BUY', limitText, limitSource: 'typed' }, market, grid)).toEqual(expected);
  });

  test('has no price while the market has none', () => {
    const none = { bid: null, ask: null, last: null };
    expect(draftPrice({ side: 'BUY', limitText: '', limitSource: 'market' }, none, CORN_GRID)).toEqual({
      kind: 'empty',
    });
  });
});

describe('changes by hand', () => {
  test('counts each change, a price picked elsewhere included', () => {
    const before = draft().revision;
    draft().setSide('SELL');
    draft().setLots(3);
    draft().setPriceTicks(1816, CORN_GRID);
    expect(draft()).toMatchObject({ side: 'SELL', lotsText: '3', limitText: "454'0", limitSource: 'typed' });
    expect(draft().orderType).toBe('LIMIT');
    expect(draft().revision).toBe(before + 3);
    expect(draft().firstRevision).toBe(before);
  });

  test('returns the price to the market only on request', () => {
    draft().setLimitText('450');
    draft().setLots(9);
    expect(draft().limitSource).toBe('typed');
    draft().followMarket();
    expect(draft().limitSource).toBe('market');
  });
});

describe('exits that go with each entry', () => {
  const EXITS = { unit: 'ticks', takeProfitText: '', stopLossText: '8' } as const;

  test('make another order of a draft that nobody has changed, and leave it unchanged by hand', () => {
    const { revision } = draft();
    draft().beginExits(EXITS);
    expect(draft()).toMatchObject({ hasExits: true, exitUnit: 'ticks', stopLossText: '8', revision: revision + 1 });
    expect(draft().firstRevision).toBe(draft().revision);
    draft().beginExits(EXITS);
    expect(draft().revision).toBe(revision + 1);
    draft().beginExits(null);
    expect(draft()).toMatchObject({ hasExits: false, stopLossText: '', revision: revision + 2 });
    expect(draft().firstRevision).toBe(draft().revision);
  });

  test('a draft that was changed by hand stays so', () => {
    draft().setLots(3);
    draft().beginExits(EXITS);
    expect(draft().revision).toBe(draft().firstRevision + 1);
  });

  test('choose nothing by hand in what an address asks for, and go with it though it had them before', () => {
    draft().beginExits(EXITS);
    const { firstRevision } = draft();
    draft().ask({ side: 'SELL', lots: 9 });
    expect(draft()).toMatchObject({ hasExits: false, askedRevision: draft().revision });
    expect(draft().firstRevision).not.toBe(firstRevision);
    draft().beginExits(EXITS);
    expect(draft()).toMatchObject({ stopLossText: '8', askedRevision: draft().revision });
    expect(draft().firstRevision).not.toBe(draft().revision);
    draft().setLots(8);
    draft().beginExits(null);
    expect(draft().askedRevision).not.toBe(draft().revision);
  });

  test('leave those alone that somebody chose', () => {
    draft().setHasExits(false);
    const { revision } = draft();
    draft().beginExits(EXITS);
    expect(draft()).toMatchObject({ hasExits: false, revision });
  });
});

describe('new drafts', () => {
  test('keeps side and type, and nothing else, for another contract', () => {
    draft().setSide('SELL');
    draft().setLots(7);
    draft().keepOwner(ACTOR);
    draft().keepClientOrderId('id');
    draft().reset('KCEH27');
    expect(draft()).toMatchObject({ contractCode: 'KCEH27', side: 'SELL', lotsText: '1', owner: null });
    expect(draft().clientOrderId).toBeNull();
    expect(draft().revision).toBe(draft().firstRevision);
  });

  test('keeps the lots for the next order after one was accepted', () => {
    draft().setLots(7);
    draft().setLimitText('450');
    draft().keepClientOrderId('id');
    draft().settle('id', 'taken');
    expect(draft()).toMatchObject({ lotsText: '7', limitText: '', limitSource: 'market', owner: null });
    expect(draft().revision).toBe(draft().firstRevision);
  });

  test('keeps as the next draft what was changed while the order was on its way', () => {
    draft().setLimitText('450');
    draft().keepClientOrderId('id');
    draft().setLimitText('440');
    draft().settle('id', 'taken');
    expect(draft()).toMatchObject({ limitText: '440', limitSource: 'typed', clientOrderId: null });
  });

  test('uses up only the id after a refusal', () => {
    draft().setLimitText('450');
    draft().keepClientOrderId('id');
    draft().settle('id', 'refused');
    expect(draft()).toMatchObject({ limitText: '450', limitSource: 'typed', clientOrderId: null });
  });

  test('leaves a draft alone that has moved on', () => {
    draft().setLimitText('450');
    draft().keepClientOrderId('id');
    draft().settle('another', 'taken');
    expect(draft()).toMatchObject({ limitText: '450', clientOrderId: 'id' });
  });

  test('a prefilled order requests focus on the ticket', () => {
    draft().fill({ contractCode: 'KCEH27', owner: ACTOR, side: 'SELL', orderType: 'MARKET', lots: 2 });
    expect(draft()).toMatchObject({ contractCode: 'KCEH27', side: 'SELL', orderType: 'MARKET', lotsText: '2' });
    expect(draft().owner).toEqual(ACTOR);
    expect(draft().isFocusRequested).toBe(true);
    // No ticket took the focus, and another contract is on screen by now.
    draft().reset('ZCEZ26');
    expect(draft().isFocusRequested).toBe(false);
  });
});

describe('begun on the chart', () => {
  beforeEach(() => {
    useTicketDraft.setState({ owner: null });
    draft().setLots(3);
  });

  test('takes side, type and price, keeps the lots, and has an owner from then on', () => {
    draft().draftAt({ side: 'SELL', orderType: 'STOP', ticks: 1816, grid: CORN_GRID, owner: ACTOR });
    expect(draft()).toMatchObject({ side: 'SELL', orderType: 'STOP', stopText: "454'0", lotsText: '3', owner: ACTOR });
    draft().draftAt({ side: 'BUY', orderType: 'LIMIT', ticks: 1817, grid: CORN_GRID, owner: null });
    expect(draft()).toMatchObject({ side: 'BUY', limitText: "454'2", limitSource: 'typed', owner: ACTOR });
  });

  test('a sketch requests no focus, and disarms the ticket all the same', () => {
    const { revision } = draft();
    draft().sketch({
      contractCode: 'ZCEZ26',
      owner: ACTOR,
      side: 'SELL',
      orderType: 'TPSL',
      lots: 2,
      takeProfitText: "460'0",
    });
    expect(draft()).toMatchObject({
      orderType: 'TPSL',
      lotsText: '2',
      takeProfitText: "460'0",
      isFocusRequested: false,
    });
    expect(draft().revision).toBeGreaterThan(revision);
  });

  test('exits appear with their first leg and go with their last; without prices there are none', () => {
    draft().setExit('takeProfitText', "460'0");
    draft().setExit('stopLossText', "450'0");
    draft().setExit('takeProfitText', '');
    expect(draft()).toMatchObject({ hasExits: true, stopLossText: "450'0" });
    draft().setExit('stopLossText', '');
    expect(draft().hasExits).toBe(false);
    draft().setLimitText("454'0");
    draft().setExit('stopLossText', "450'0");
    draft().dropPrices();
    expect(draft()).toMatchObject({
      limitText: '',
      limitSource: 'market',
      stopLossText: '',
      hasExits: false,
      lotsText: '3',
    });
  });
});

test('typed is what another contract would not have: neither a side and a type, nor exits that it began with', () => {
  draft().beginExits({ unit: 'ticks', takeProfitText: '16', stopLossText: '8' });
  expect(isTypedIn(draft())).toBe(false);
  draft().setSide('SELL');
  draft().setOrderType('STOP');
  expect(isTypedIn(draft())).toBe(false);
  draft().setLotsText('7');
  expect(isTypedIn(draft())).toBe(true);
  draft().reset('ZCEZ26');
  draft().setExit('stopLossText', '8');
  expect(isTypedIn(draft())).toBe(true);
  draft().reset('ZCEZ26');
  draft().setLimitText("454'0");
  expect(isTypedIn(draft())).toBe(true);
  draft().fill({ contractCode: 'ZCEZ26', owner: null, side: 'SELL', orderType: 'MARKET', lots: 1 });
  expect(isTypedIn(draft())).toBe(true);
});
