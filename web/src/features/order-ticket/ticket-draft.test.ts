import { describe, expect, test } from 'vitest';
import { type ReadingGround, readDraft, requestOf, type TypedOrder } from '#features/order-ticket/ticket-draft.ts';
import { readTypedDate } from '#features/order-ticket/typed-date.ts';
import { CLIENT_ORDER_ID, CORN_GRID, CORN_TERMS } from '#mock/sample-records.ts';
import { EMPTY_DRAFT } from '#orders/ticket-draft.ts';

const ground: ReadingGround = {
  grid: CORN_GRID,
  terms: CORN_TERMS,
  market: { bid: 1830, ask: 1831, last: 1829 },
};
const typed: TypedOrder = {
  ...EMPTY_DRAFT,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  limitText: '',
  lotsText: '2',
  expirationDate: '',
  limitSource: 'market',
};
const read = (part: Partial<TypedOrder> = {}, on: Partial<ReadingGround> = {}) =>
  readDraft({ ...typed, ...part }, { ...ground, ...on });

describe('interpreting typed text', () => {
  test.each([
    ['2', { kind: 'lots', lots: 2 }, 2],
    ['0', { kind: 'lots', lots: 0 }, 0],
    ['', { kind: 'empty' }, 0],
    ['1.5', { kind: 'notANumber' }, 0],
    ['-1', { kind: 'notANumber' }, 0],
  ])('quantity %j', (lotsText, quantity, lots) => expect(read({ lotsText })).toMatchObject({ quantity, lots }));

  test('a market order has no price, whatever was typed before', () => {
    const market = read({ orderType: 'MARKET', limitText: '450', limitSource: 'typed' });
    expect(market.price).toBeNull();
    expect(market.priceTicks).toBeNull();
  });

  test('a time in force that the type does not allow is replaced by its first', () => {
    expect(read({ orderType: 'MARKET', duration: 'GTC' }).duration).toBe('DAY');
    expect(read({ duration: 'GTC' }).duration).toBe('GTC');
  });

  test('a type that the contract does not list is replaced by one that it does', () => {
    const onlyMarket = { terms: { durations: { MARKET: ['IOC' as const] } } };
    expect(read({}, onlyMarket)).toMatchObject({ orderType: 'MARKET', duration: 'IOC' });
  });

  test('only GTD has a date', () => {
    expect(read({ expirationDate: '2026-12-01' }).expirationDate).toBeNull();
    expect(read({ duration: 'GTD', expirationDate: '2026-12-01' }).expirationDate).toBe('2026-12-01');
    expect(read({ duration: 'GTD', expirationDate: '2026-02-30' }).expirationDate).toBeNull();
  });
});

describe('the request', () => {
  const order = { contractCode: 'ZCEZ26', clientOrderId: CLIENT_ORDER_ID, grid: CORN_GRID };

  test('prices are decimal on the wire, never eighths', () => {
    const request = requestOf(read({ limitText: "454'2", limitSource: 'typed' }), order);
    expect(request).toEqual({
      clientOrderId: CLIENT_ORDER_ID,
      contractCode: 'ZCEZ26',
      side: 'BUY',
      orderType: 'LIMIT',
      duration: 'DAY',
      quantity: 2,
      limitPrice: '454.25',
    });
  });

  test('a market order has no price and no date', () => {
    const request = requestOf(read({ orderType: 'MARKET', expirationDate: '2026-12-01' }), order);
    expect(Object.keys(request)).not.toContain('limitPrice');
    expect(Object.keys(request)).not.toContain('expirationDate');
  });
});

describe('every type has its own fields, and the values of the others are not lost', () => {
  const all = {
    limitText: "454'2",
    limitSource: 'typed',
    stopText: "453'0",
    trailText: "3'6",
    takeProfitText: '470',
    stopLossText: "448'2",
    hasExits: true,
  } as const;
  const order = { contractCode: 'ZCEZ26', clientOrderId: CLIENT_ORDER_ID, grid: CORN_GRID };
  const sent = (part: Partial<TypedOrder>) => {
    const {
      clientOrderId: _id,
      contractCode: _code,
      side: _side,
      quantity: _lots,
      duration: _for,
      ...rest
    } = requestOf(read({ ...all, ...part }), order);
    return rest;
  };
  const exits = { takeProfit: '470.00', stopLoss: '448.25' };

  test.each<[Partial<TypedOrder>, object]>([
    [{ orderType: 'MARKET' }, { orderType: 'MARKET', ...exits }],
    [{ orderType: 'LIMIT' }, { orderType: 'LIMIT', limitPrice: '454.25', ...exits }],
    [{ orderType: 'STOP' }, { orderType: 'STOP', stopPrice: '453.00', ...exits }],
    [
      { orderType: 'STOP_LIMIT', hasExits: false },
      { orderType: 'STOP_LIMIT', limitPrice: '454.25', stopPrice: '453.00' },
    ],
    [{ orderType: 'TRAILING_STOP' }, { orderType: 'TRAILING_STOP', trailAmount: '3.75' }],
    [
      { orderType: 'TRAILING_STOP', trailUnit: 'percent', trailText: '1,5 %', isReduceOnly: true },
      { orderType: 'TRAILING_STOP', trailPercent: '1.50', isReduceOnly: true },
    ],
    [
      { orderType: 'TPSL', hasExits: false },
      { orderType: 'TPSL', ...exits },
    ],
    [
      { orderType: 'TPSL', stopLossText: ' ' },
      { orderType: 'TPSL', takeProfit: '470.00' },
    ],
    // A reducing order opens nothing that exits could protect.
    [
      { orderType: 'LIMIT', isReduceOnly: true },
      { orderType: 'LIMIT', limitPrice: '454.25', isReduceOnly: true },
    ],
  ])('%o', (part, request) => expect(sent(part)).toEqual(request));

  test('the limit of a stop limit equals its stop until it is edited', () => {
    const untouched = { ...all, orderType: 'STOP_LIMIT', limitSource: 'market' } as const;
    expect(read(untouched).priceTicks).toBe(1812);
    expect(read({ ...untouched, stopText: '' }).price).toEqual({ kind: 'empty' });
  });

  test.each<[Partial<TypedOrder>, string]>([
    [{ trailText: '' }, 'empty'],
    [{ trailText: 'x' }, 'notANumber'],
    [{ trailText: '0' }, 'outOfRange'],
    [{ trailText: '0.1' }, 'outOfRange'],
    [{ trailText: '0.25' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '0.01' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '50' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '50.01' }, 'outOfRange'],
    [{ trailUnit: 'percent', trailText: '0.001' }, 'outOfRange'],
  ])('a trail as typed: %o is %s', (part, kind) =>
    expect(read({ orderType: 'TRAILING_STOP', ...part }).trail?.kind).toBe(kind),
  );
});

test.each([
  ['01/12/2026', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  [' 31-12-2026 ', '2026-12-31'],
  ['2026-12-01', '2026-12-01'],
  ['31/02/2026', undefined],
  ['12/31/2026', undefined],
  ['01/12/26', undefined],
  ['', undefined],
])('the date %j is %j: the day comes first', (text, iso) => expect(readTypedDate(text)).toBe(iso));
