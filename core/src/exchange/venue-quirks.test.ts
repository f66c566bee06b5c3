/** Each quirk of a third-party exchange by itself: what reaches the broker and when. */
import { describe, expect, test } from 'vitest';
import { createExchange } from '#exchange/exchange.ts';
import { NO_QUIRKS, type QuirkChances, QuirkyVenue } from '#exchange/venue-quirks.ts';
import type { VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import { seededRandom } from '#values/random.ts';

const CORN = 'ZCEZ26';

/** With one quirk that is always followed. */
function exchangeThat(quirk?: keyof QuirkChances) {
  const exchange = createExchange({ epoch: 'f1', rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
  exchange.listContract(CORN, { session: 'OPEN' });
  const quirks = quirk ? { ...NO_QUIRKS, [quirk]: 1_000 } : NO_QUIRKS;
  const venue = new QuirkyVenue({ exchange, epoch: 'f1', random: seededRandom(7), quirks });
  const send = (request: VenueRequest, nowMs = 0): void => venue.receive(venue.handle(request), nowMs);
  const order = (orderId: string, side: 'BUY' | 'SELL', quantityLots: number): VenueRequest => ({
    kind: 'submit',
    requestId: `of ${orderId}`,
    order: {
      ...{ orderId, side, quantityLots, contractCode: CORN, ownerId: orderId },
      ...{ orderType: 'LIMIT', duration: 'GTC', limitPriceTicks: 100 },
    },
  });
  /** A buy of three meets a sale of two. */
  const trade = (): void => {
    send(order('B', 'BUY', 3));
    send(order('S', 'SELL', 2));
  };
  return { venue, send, order, trade };
}

function texts(reports: readonly VenueReport[]): string[] {
  return reports.map(
    (report) => `${report.orderId} ${report.kind}${report.kind === 'filled' ? ` ${report.lots}` : ''}`,
  );
}

const PLAIN = ['B accepted', 'S accepted', 'B filled 2', 'S filled 2'];

describe('a foreign exchange', () => {
  test('without quirks says what ours says, at once', () => {
    const { venue, trade } = exchangeThat();
    trade();
    expect(texts(venue.arriving(0))).toEqual(PLAIN);
    expect(venue.arriving(1_000_000)).toEqual([]);
  });

  test('refuses in words of its own, and answers the request', () => {
    const { venue, send, order } = exchangeThat('refusesWithText');
    send(order('B', 'BUY', 3));
    expect(venue.arriving(0)).toMatchObject([
      { kind: 'rejected', reason: 'Member limit 42 exceeded', requestId: 'of B' },
    ]);
    expect(venue.liveOrders).toEqual([]);
  });

  test.each([
    ['late', 400],
    ['veryLate', 8_000],
  ] as const)('tells %s: everything within %i ms', (quirk, withinMs) => {
    const { venue, trade } = exchangeThat(quirk);
    trade();
    expect(venue.arriving(0)).toEqual([]);
    expect(texts(venue.arriving(withinMs)).sort()).toEqual([...PLAIN].sort());
  });

  test('repeats reports exactly', () => {
    const { venue, send, order } = exchangeThat('twice');
    send(order('B', 'BUY', 3));
    const [first] = venue.arriving(0);
    expect(venue.arriving(1_000)).toEqual([first]);
  });

  test('fills what it never acknowledged', () => {
    const { venue, trade } = exchangeThat('neverAcknowledges');
    trade();
    expect(texts(venue.arriving(0))).toEqual(['B filled 2', 'S filled 2']);
  });

  test('holds fills over the roll of the trade date', () => {
    const { venue, trade } = exchangeThat('overRoll');
    trade();
    expect(texts(venue.arriving(1_000_000))).toEqual(['B accepted', 'S accepted']);
    venue.dateRolled(1_000_000);
    expect(texts(venue.arriving(1_000_000))).toEqual(['B filled 2', 'S filled 2']);
  });

  test('fills a lot more than was asked, under an id of its own', () => {
    const { venue, trade } = exchangeThat('overfills');
    trade();
    const reported = venue.arriving(1_000);
    expect(texts(reported)).toEqual([...PLAIN, 'B filled 1', 'S filled 1']);
    expect(new Set(reported.map(({ execId }) => execId)).size).toBe(reported.length);
  });

  test('cancels by itself and says why', () => {
    const { venue, send, order } = exchangeThat('cancelsByItself');
    send(order('B', 'BUY', 3));
    venue.act(60_000);
    expect(venue.arriving(60_000)).toMatchObject([
      { kind: 'accepted' },
      { kind: 'cancelled', reason: 'ExchangeCancelled', text: 'Cancelled by market control' },
    ]);
  });

  test('reports orders that nobody sent', () => {
    const { venue, send, order } = exchangeThat('namesStrangers');
    send(order('B', 'BUY', 3));
    expect(venue.arriving(60_000).at(-1)).toMatchObject({
      kind: 'filled',
      orderId: expect.stringMatching(/^stranger-/),
    });
  });

  test('delivers all pending reports before it lists its open orders', () => {
    const { venue, trade } = exchangeThat('veryLate');
    trade();
    expect(texts(venue.reportAll()).sort()).toEqual([...PLAIN].sort());
    expect(venue.arriving(1_000_000)).toEqual([]);
  });
});
