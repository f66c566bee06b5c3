import { priceToText } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { type ReadingGround, readDraft, requestOf, type TypedOrder } from '#features/order-ticket/ticket-draft.ts';
import { CLIENT_ORDER_ID, CORN, CORN_GRID, CORN_TERMS } from '#mock/sample-records.ts';
import { EMPTY_DRAFT } from '#orders/ticket-draft.ts';

const ground: ReadingGround = {
  contract: CORN,
  terms: CORN_TERMS,
  market: { bid: 1830, ask: 1831, last: 1829 },
  markTicks: 1829,
  held: null,
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

  test.each([
    ['LIMIT', 'DAY'],
    ['STOP', 'DAY'],
    ['TRAILING_STOP', 'GTC'],
    ['TPSL', 'GTC'],
  ] as const)('until one is chosen the time in force of %s is %s', (orderType, usual) => {
    expect(read({ orderType, duration: null }).duration).toBe(usual);
    expect(read({ orderType, duration: 'DAY' }).duration).toBe('DAY');
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

describe('exits in every unit', () => {
  const order = { contractCode: 'ZCEZ26', clientOrderId: CLIENT_ORDER_ID, grid: CORN_GRID };
  /** Bought at 454'2, 1817 ticks; a tick of one lot is worth 330,250 dong. */
  const bought = { limitText: "454'2", limitSource: 'typed', hasExits: true } as const;
  const exitsOf = (part: Partial<TypedOrder>, on: Partial<ReadingGround> = {}) => {
    const { exits } = read({ ...bought, ...part }, on);
    return [exits?.takeProfit, exits?.stopLoss].map((price) =>
      price?.kind === 'price' ? priceToText(price.ticks, CORN_GRID) : undefined,
    );
  };
  const sentOf = (part: Partial<TypedOrder>) => {
    const { takeProfit, stopLoss, takeProfitDistance, stopLossDistance, trailsStop } = requestOf(
      read({ ...bought, ...part }),
      order,
    );
    return { takeProfit, stopLoss, takeProfitDistance, stopLossDistance, trailsStop };
  };
  const held = {
    netLots: 2,
    openLots: [
      { lots: 1, price: '450.00', time: '' },
      { lots: 1, price: '450.25', time: '' },
    ],
  };

  test.each<[string, Partial<TypedOrder>, readonly (string | undefined)[]]>([
    ['ticks', { exitUnit: 'ticks', takeProfitText: '16', stopLossText: '8' }, ['458.25', '452.25']],
    [
      'ticks of a sale',
      { side: 'SELL', exitUnit: 'ticks', takeProfitText: '16', stopLossText: '8' },
      ['450.25', '456.25'],
    ],
    [
      'percent, away from the entry',
      { exitUnit: 'percent', takeProfitText: '1', stopLossText: '0,5 %' },
      ['459.00', '451.75'],
    ],
    [
      'dong for one lot',
      { exitUnit: 'dong', takeProfitText: '5.284.000', stopLossText: '2.642.001' },
      ['458.25', '452.00'],
    ],
    ['one of them', { exitUnit: 'ticks', takeProfitText: '', stopLossText: '8' }, [undefined, '452.25']],
    [
      'from the market that the price follows',
      { limitSource: 'market', exitUnit: 'ticks', takeProfitText: '1', stopLossText: '1' },
      ['458.00', '457.50'],
    ],
    [
      'from the stop',
      { orderType: 'STOP', stopText: "460'0", exitUnit: 'ticks', takeProfitText: '4', stopLossText: '' },
      ['461.00', undefined],
    ],
    [
      'from the mark, for a market order',
      { orderType: 'MARKET', exitUnit: 'ticks', takeProfitText: '4', stopLossText: '4' },
      ['458.25', '456.25'],
    ],
  ])('%s', (_, part, prices) => expect(exitsOf(part)).toEqual(prices));

  test('an entry sends distances, kept from what it fills at; prices are sent as prices, and those of a pair', () => {
    const ticks = { exitUnit: 'ticks', takeProfitText: '16', stopLossText: '8' } as const;
    expect(sentOf(ticks)).toEqual({ takeProfitDistance: '4.00', stopLossDistance: '2.00' });
    const prices = { exitUnit: 'price', takeProfitText: "458'2", stopLossText: '' } as const;
    expect(sentOf(prices)).toEqual({ takeProfit: '458.25' });
    expect(sentOf({ ...ticks, orderType: 'TPSL', side: 'SELL' })).toEqual({ takeProfit: '461.25', stopLoss: '455.25' });
  });

  test('a stop trails at a distance from an entry, and nowhere else', () => {
    const trailing = { exitUnit: 'ticks', takeProfitText: '', stopLossText: '8', trailsStop: true } as const;
    expect(sentOf(trailing)).toEqual({ stopLossDistance: '2.00', trailsStop: true });
    expect(sentOf({ ...trailing, takeProfitText: '16', stopLossText: '' })).toEqual({ takeProfitDistance: '4.00' });
    expect(sentOf({ ...trailing, exitUnit: 'price', stopLossText: "452'2" })).toEqual({ stopLoss: '452.25' });
    expect(sentOf({ ...trailing, orderType: 'TPSL', side: 'SELL' })).toEqual({ stopLoss: '455.25' });
  });

  test('a pair is measured from what the position cost', () => {
    const pair = {
      orderType: 'TPSL',
      side: 'SELL',
      exitUnit: 'ticks',
      takeProfitText: '8',
      stopLossText: '8',
    } as const;
    // Bought at 450.125 on average.
    expect(exitsOf(pair, { held })).toEqual(['452.25', '448.00']);
    expect(exitsOf(pair)).toEqual(['459.25', '455.25']);
  });

  test.each([
    ['ticks', '1.5'],
    ['ticks', '-3'],
    ['percent', 'x'],
    ['dong', '12,34'],
  ] as const)('%s %j is no distance', (exitUnit, takeProfitText) => {
    const { exits } = read({ ...bought, exitUnit, takeProfitText });
    expect(exits?.takeProfit).toEqual({ kind: 'notANumber' });
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
      { orderType: 'TRAILING_STOP', trailUnit: 'ticks', trailText: '8' },
      { orderType: 'TRAILING_STOP', trailAmount: '2.00' },
    ],
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
    [{ trailUnit: 'ticks', trailText: '0' }, 'outOfRange'],
    [{ trailUnit: 'ticks', trailText: '1.5' }, 'outOfRange'],
    [{ trailText: '0.25' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '0.01' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '50' }, 'trail'],
    [{ trailUnit: 'percent', trailText: '50.01' }, 'outOfRange'],
    [{ trailUnit: 'percent', trailText: '0.001' }, 'outOfRange'],
  ])('a trail as typed: %o is %s', (part, kind) =>
    expect(read({ orderType: 'TRAILING_STOP', ...part }).trail?.kind).toBe(kind),
  );
});
