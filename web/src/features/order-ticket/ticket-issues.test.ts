// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { SelfLimit } from '#accounts/self-limit-rules.ts';
import { readDraft, type TypedOrder } from '#features/order-ticket/ticket-draft.ts';
import { ticketFigures } from '#features/order-ticket/ticket-figures.ts';
import { fieldOf, type IssueGround, ticketIssues } from '#features/order-ticket/ticket-issues.ts';
import { CORN, CORN_TERMS } from '#mock/sample-records.ts';
import type { OrderAccount } from '#orders/order-account.ts';
import { EMPTY_DRAFT } from '#orders/ticket-draft.ts';
import { CALM, TICKET_ACCOUNT } from '#test/ticket-sample.ts';

const typed: TypedOrder = {
  ...EMPTY_DRAFT,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  limitText: "454'0",
  lotsText: '2',
  expirationDate: '',
  limitSource: 'typed',
};

const CLOSING_OUT: Partial<IssueGround> = {
  reduceOnly: { side: 'long', sessions: 3, at: '2026-11-26T10:00:00Z' },
};

interface Case {
  readonly typed?: Partial<TypedOrder>;
  readonly ground?: Partial<IssueGround>;
  readonly account?: Partial<OrderAccount>;
}

const REDUCING: Case = {
  typed: { side: 'SELL', isReduceOnly: true },
  account: { exposure: { netLots: 2, workingBuyLots: 0, workingSellLots: 0 } },
};

function issuesOf({ typed: part = {}, ground = {}, account: held = {} }: Case) {
  const market = { bid: 1830, ask: 1831, last: 1829 };
  const read = readDraft(
    { ...typed, ...part },
    { contract: CORN, terms: CORN_TERMS, market, markTicks: market.last, held: null },
  );
  const figures = ticketFigures(read, { ...TICKET_ACCOUNT, ...held }, CORN_TERMS);
  return ticketIssues(read, { ...CALM, figures, ...ground });
}
const codesOf = (one: Case) => issuesOf(one).errors.map(({ code }) => code);

test('an order that can be sent has no issue', () => expect(issuesOf({})).toEqual({ errors: [], warnings: [] }));

describe('errors, the first being the button’s text', () => {
  test.each<[string, Case, readonly string[]]>([
    ['a visitor', { ground: { owner: 'visitor', figures: null } }, ['signIn']],
    ['no sub-account', { ground: { owner: 'none', figures: null } }, ['account']],
    ['not activated', { ground: { owner: 'notActivated' } }, ['notActivated']],
    ['an order of unknown fate', { ground: { unresolved: 'lost' } }, ['lost']],
    ['an unknown fate does not block a reduce-only order', { ...REDUCING, ground: { unresolved: 'lost' } }, []],
    ['but the pending press does', { ...REDUCING, ground: { unresolved: 'sending' } }, ['sending']],
    ['an opening order near the close-out deadline', { ground: CLOSING_OUT }, ['closeOut']],
    ['a reducing one near the close-out deadline', { ...REDUCING, ground: CLOSING_OUT }, []],
    ['no feed', { ground: { isFeedConnected: false } }, ['feed']],
    ['no terms in force', { ground: { terms: null } }, ['noTerms']],
    ['no price', { typed: { limitText: '' } }, ['price']],
    ['no number', { typed: { limitText: 'abc' } }, ['price']],
    ['between two ticks', { typed: { limitText: '454.1' } }, ['tick']],
    ['no quantity', { typed: { lotsText: '' } }, ['quantity']],
    ['zero lots', { typed: { lotsText: '0' } }, ['quantity']],
    ['GTD without a date', { typed: { duration: 'GTD' } }, ['date']],
    ['GTD in the past', { typed: { duration: 'GTD', expirationDate: '2026-11-19' } }, ['dateRange']],
    ['GTD after the last day', { typed: { duration: 'GTD', expirationDate: '2026-12-15' } }, ['dateRange']],
    ['GTD on the last day', { typed: { duration: 'GTD', expirationDate: '2026-12-14' } }, []],
    ['market, closed', { typed: { orderType: 'MARKET' }, ground: { session: 'CLOSED' } }, ['closed']],
    ['market, paused', { typed: { orderType: 'MARKET' }, ground: { session: 'PAUSED' } }, ['closed']],
    ['limit, closed: it waits for the open', { ground: { session: 'CLOSED' } }, []],
    [
      'more than the maximum of an order',
      { typed: { lotsText: '101' }, account: { equityVnd: 10n ** 13n } },
      ['overMax'],
    ],
    ['too little margin', { typed: { lotsText: '27' } }, ['margin']],
    ['margin not loaded yet', { ground: { figures: null } }, ['loading']],
    ['margin failed to load', { ground: { figures: null, isMarginMissing: true } }, ['margins']],
    [
      'several at once, in the order to correct them',
      { typed: { limitText: '', lotsText: '' } },
      ['price', 'quantity'],
    ],
    [
      'signing in comes before anything typed',
      { typed: { lotsText: '' }, ground: { owner: 'visitor' } },
      ['signIn', 'quantity'],
    ],
  ])('%s', (_name, one, codes) => expect(codesOf(one)).toEqual(codes));

  test('include their numbers', () => {
    const [tick] = issuesOf({ typed: { limitText: '454.1' } }).errors;
    expect(tick).toEqual({ code: 'tick', field: 'price', lowerTicks: 1816, upperTicks: 1817 });
    const [margin] = issuesOf({ typed: { lotsText: '27' } }).errors;
    expect(margin).toEqual({ code: 'margin', shortfallVnd: 27n * (36_618_120n + 700_000n) - 1_000_000_000n });
  });

  test('an order that only reduces is never blocked for margin', () => {
    const exposure = { netLots: -3, workingBuyLots: 0, workingSellLots: 0 };
    const poor = { equityVnd: -1n, requiredVnd: 109_854_360n, exposure };
    expect(codesOf({ typed: { lotsText: '3' }, account: poor })).toEqual([]);
    expect(codesOf({ typed: { lotsText: '7' }, account: poor })).toEqual(['margin']);
  });

  test('the contract’s limit covers position and working orders together', () => {
    const exposure = { netLots: 400, workingBuyLots: 60, workingSellLots: 0 };
    const big = { equityVnd: 10n ** 13n, exposure };
    expect(codesOf({ typed: { lotsText: '40' }, account: big })).toEqual([]);
    expect(codesOf({ typed: { lotsText: '41' }, account: big })).toEqual(['overContract']);
  });
});

describe('the investor’s own limits', () => {
  const twoLots: SelfLimit = { code: 'BrakeMaxLots', facts: { max: 2 }, maxLots: 2 };
  const pause: SelfLimit = { code: 'BrakeCoolOff', facts: { until: '2026-11-20T15:00:00.000Z' }, maxLots: 0 };
  const long = { exposure: { netLots: 5, workingBuyLots: 0, workingSellLots: 0 }, requiredVnd: 183_090_600n };
  const waiting = { exposure: { netLots: 5, workingBuyLots: 0, workingSellLots: 4 }, requiredVnd: 183_090_600n };
  const sell = { side: 'SELL', lotsText: '5' } as const;

  test.each<[string, SelfLimit, Case, readonly string[]]>([
    ['up to the limit', twoLots, {}, []],
    ['one more', twoLots, { typed: { lotsText: '3' } }, ['selfLimit']],
    ['none during a pause', pause, {}, ['selfLimit']],
    ['margin comes first, as on the server', twoLots, { typed: { lotsText: '27' } }, ['margin', 'selfLimit']],
    ['reducing is not limited', pause, { typed: sell, account: long }, []],
    ['but not beyond the position', twoLots, { typed: { ...sell, lotsText: '6' }, account: long }, ['selfLimit']],
    ['nor lots that others already reduce', twoLots, { typed: sell, account: waiting }, ['selfLimit']],
    ['what may only reduce is not limited', twoLots, { typed: { ...sell, isReduceOnly: true }, account: waiting }, []],
    [
      'a trailing stop is checked when it triggers',
      pause,
      { typed: { orderType: 'TRAILING_STOP', trailText: '3' } },
      [],
    ],
  ])('%s', (_name, selfLimit, one, codes) => {
    expect(codesOf({ ...one, ground: { selfLimit: selfLimit } })).toEqual(codes);
  });

  test('only a limit on lots belongs to the quantity field', () => {
    expect(fieldOf({ code: 'selfLimit', selfLimit: twoLots })).toBe('quantity');
    expect(fieldOf({ code: 'selfLimit', selfLimit: pause })).toBeNull();
  });
});

describe('the band: 7 % of 452’2 is 126 whole ticks', () => {
  test.each([
    ['BUY', 1935, []],
    ['BUY', 1936, ['band']],
    ['BUY', 1500, []],
    ['SELL', 1683, []],
    ['SELL', 1682, ['band']],
    ['SELL', 2100, []],
  ] as const)('%s at %d ticks', (side, ticks, codes) => {
    const limitText = `${Math.floor(ticks / 4)}'${(ticks % 4) * 2}`;
    expect(codesOf({ typed: { side, limitText } })).toEqual(codes);
  });

  test('without a reference there is no band, but a warning', () => {
    const { errors, warnings } = issuesOf({ typed: { limitText: '900' }, ground: { referenceTicks: null } });
    expect([errors, warnings]).toEqual([[], [{ code: 'noReference' }]]);
  });

  test('a price near zero has a band of whole ticks', () => {
    const near = { referenceTicks: 0 };
    expect(codesOf({ typed: { limitText: '5' }, ground: near })).toEqual([]);
    expect(codesOf({ typed: { limitText: '5.25' }, ground: near })).toEqual(['band']);
  });
});

describe('the limits of the day, 422’2 to 482’2, both included', () => {
  const ground = { dailyLimits: { lower: 1689, upper: 1929 } };
  const beyond = (...fields: readonly ('price' | 'stop')[]) =>
    fields.map((field) => ({ code: 'dailyLimit', field, floorTicks: 1689, ceilingTicks: 1929 }));

  test.each<[string, Partial<TypedOrder>, readonly object[]]>([
    ['at the floor', { limitText: "422'2" }, []],
    ['a buy below it', { limitText: "422'0" }, beyond('price')],
    ['at the ceiling', { side: 'SELL', limitText: "482'2" }, []],
    ['a sell above it', { side: 'SELL', limitText: "482'4" }, beyond('price')],
    ['a stop', { orderType: 'STOP', stopText: "482'4" }, beyond('stop')],
    ['the limit of a stop limit', { orderType: 'STOP_LIMIT', stopText: '482', limitText: '483' }, beyond('price')],
    ['both of them', { orderType: 'STOP_LIMIT', stopText: '483', limitText: '484' }, beyond('price', 'stop')],
    ['a market order has no price', { orderType: 'MARKET', limitText: '500' }, []],
    ['exits belong to a later order', { hasExits: true, takeProfitText: '500' }, []],
  ])('%s', (_name, part, errors) => expect(issuesOf({ typed: part, ground }).errors).toEqual(errors));

  test('an order that only reduces is bound by them too, as at the exchange', () => {
    const exposure = { netLots: -3, workingBuyLots: 0, workingSellLots: 0 };
    expect(codesOf({ typed: { limitText: '420' }, ground, account: { exposure } })).toEqual(['dailyLimit']);
  });

  test('the band comes first, as on the server', () => {
    expect(codesOf({ typed: { limitText: '490' }, ground })).toEqual(['band', 'dailyLimit']);
  });
});

describe('warnings never block an order', () => {
  test.each([
    [1863, []],
    [1864, [{ code: 'far', field: 'price', differenceTicks: 55, referenceTicks: 1809 }]],
    [1754, [{ code: 'far', field: 'price', differenceTicks: -55, referenceTicks: 1809 }]],
  ])('at %d ticks, three percent being 54', (ticks, warnings) => {
    const limitText = `${Math.floor(ticks / 4)}'${(ticks % 4) * 2}`;
    expect(issuesOf({ typed: { limitText } })).toEqual({ errors: [], warnings });
  });

  test('an old quote', () => {
    expect(issuesOf({ ground: { quoteAgeSeconds: 14 } }).warnings).toEqual([{ code: 'oldPrice', seconds: 14 }]);
  });
});

test('each error points at its field', () => {
  expect(fieldOf({ code: 'band', boundTicks: 1, referenceTicks: 1, percent: '7' })).toBe('price');
  expect(fieldOf({ code: 'margin', shortfallVnd: 1n })).toBe('quantity');
  expect(fieldOf({ code: 'price', field: 'stop' })).toBe('stop');
  expect(fieldOf({ code: 'dailyLimit', field: 'stop', floorTicks: 1, ceilingTicks: 2 })).toBe('stop');
  expect(fieldOf({ code: 'stopLossSide', referenceTicks: 1 })).toBe('stopLoss');
  expect(fieldOf({ code: 'date' })).toBe('expiration');
  expect(fieldOf({ code: 'feed' })).toBeNull();
});

describe('stops, trails and exits', () => {
  const stop = { orderType: 'STOP', stopText: "460'0" } as const;
  const stopLimit = { ...stop, orderType: 'STOP_LIMIT', limitText: "461'0" } as const;
  const pair = { orderType: 'TPSL', side: 'SELL', takeProfitText: '470', stopLossText: '448' } as const;
  const long = { exposure: { netLots: 2, workingBuyLots: 0, workingSellLots: 0 }, requiredVnd: 73_236_240n };

  test.each<[string, Case, readonly string[]]>([
    ['a stop', { typed: stop }, []],
    ['a stop without its price', { typed: { ...stop, stopText: '' } }, ['price']],
    ['a stop between two ticks', { typed: { ...stop, stopText: '460.1' } }, ['tick']],
    ['a stop while the market is paused: it waits', { typed: stop, ground: { session: 'CLOSED' } }, []],
    ['a stop limit', { typed: stopLimit }, []],
    [
      'a stop limit whose limit follows an empty stop',
      { typed: { ...stopLimit, stopText: '', limitSource: 'market' } },
      ['price'],
    ],
    ['a limit beyond 7 % of its own stop', { typed: { ...stopLimit, limitText: '493' } }, ['stopBand']],
    ['a trailing stop without a distance', { typed: { orderType: 'TRAILING_STOP' } }, ['trail']],
    ['a distance that is too small', { typed: { orderType: 'TRAILING_STOP', trailText: '0' } }, ['trailRange']],
    ['a pair', { typed: pair, account: long }, []],
    ['a pair without a price', { typed: { ...pair, takeProfitText: '', stopLossText: '' }, account: long }, ['exits']],
    [
      'a take profit on the losing side',
      { typed: { ...pair, takeProfitText: '457' }, account: long },
      ['takeProfitSide'],
    ],
    ['a stop loss on the gaining side', { typed: { ...pair, stopLossText: '458' }, account: long }, ['stopLossSide']],
    ['a stop loss at the price itself', { typed: { ...pair, stopLossText: "457'2" }, account: long }, ['stopLossSide']],
    ['a pair without a position', { typed: pair }, ['nothingOpen']],
    [
      'a pair on the position’s own side, reported before its prices',
      { typed: { ...pair, side: 'BUY' }, account: long },
      ['reducingSide', 'takeProfitSide', 'stopLossSide'],
    ],
    ['a reduce-only buy of a long position', { typed: { isReduceOnly: true }, account: long }, ['reducingSide']],
    ['a pair larger than the position', { typed: { ...pair, lotsText: '3' }, account: long }, ['reduceOnly']],
    [
      'exits of an entry are compared with its own price',
      { typed: { hasExits: true, takeProfitText: "455'0", stopLossText: "453'0" } },
      [],
    ],
    [
      'and not with the market',
      { typed: { hasExits: true, takeProfitText: "453'0", stopLossText: "452'0" } },
      ['takeProfitSide'],
    ],
  ])('%s', (_name, one, codes) => {
    expect(codesOf(one)).toEqual(codes);
  });

  test.each<[string, 'BUY' | 'SELL', number, boolean]>([
    ['a buy at the mark', 'BUY', 1840, true],
    ['a buy above it', 'BUY', 1839, false],
    ['a sell at the mark', 'SELL', 1840, true],
    ['a sell below it', 'SELL', 1841, false],
  ])('%s: reached or not, it can be sent', (_name, side, markTicks, isReached) => {
    const { errors, warnings } = issuesOf({ typed: { ...stop, side }, ground: { markTicks } });
    expect(errors).toEqual([]);
    expect(warnings.some(({ code }) => code === 'stopReached')).toBe(isReached);
  });

  const nearLimit = { equityVnd: 10n ** 13n, exposure: { netLots: 499, workingBuyLots: 0, workingSellLots: 0 } };
  test.each<[string, Case, string]>([
    ['margin', { typed: { lotsText: '27' } }, 'margin'],
    ['an own limit', { ground: { selfLimit: { code: 'BrakeMaxLots', facts: { max: 1 }, maxLots: 1 } } }, 'selfLimit'],
    ['the close-out', { ground: CLOSING_OUT }, 'closeOut'],
    ['the limit of the contract', { account: nearLimit }, 'overContract'],
  ])('a trailing stop beyond %s only gives a warning, because it is checked when it triggers', (_what, one, code) => {
    const { errors, warnings } = issuesOf({
      ...one,
      typed: { orderType: 'TRAILING_STOP', trailText: '3', ...one.typed },
    });
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'whenTriggered', error: { code } }]);
  });
});
