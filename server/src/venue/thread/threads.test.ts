/** Checks both venues in their real threads, with a manual clock: nothing moves unless the test moves the time. */
import { fileURLToPath } from 'node:url';
import { contractOf, listContracts, REFERENCE_COMMODITIES, type VenueReport } from '@mua/core/engine';
import { afterEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';
import type { VenueListener } from '#venue/port/venue.ts';
import { createRecordedVenue } from '#venue/recorded/recorded-venue.ts';
import { RecordingError } from '#venue/recorded/recording.ts';
import { createSimulatedVenue, type SimulatedVenue } from '#venue/simulated/simulated-venue.ts';
import type { ThreadVenue } from '#venue/thread/thread-venue.ts';

const START_MS = Date.UTC(2026, 10, 20, 2);
const CORN_FILE = fileURLToPath(new URL('../../../../e2e/recordings/corn-240m.csv', import.meta.url));

const opened: ThreadVenue[] = [];
afterEach(async () => {
  for (const venue of opened.splice(0)) await venue.stop();
});

function corn() {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
  if (!found) throw new Error('no corn');
  return found;
}

function listener() {
  const received = {
    epochs: [] as string[],
    reports: [] as VenueReport[],
    updates: [] as ContractUpdate[],
    /** Changes of the link: the reason for a loss, or the open orders at a reconnect. */
    links: [] as (string | readonly string[])[],
    onRestart: (): void => {},
  };
  const port: VenueListener = {
    async restarted(epoch) {
      received.epochs.push(epoch);
      received.onRestart();
    },
    lost: async (reason) => received.links.push(reason),
    back: async (_epoch, orders) =>
      received.links.push(orders.map(({ orderId, leavesLots }) => `${orderId} ${leavesLots}`)),
    instruments: () => {},
    reports: async (reports) => received.reports.push(...reports),
    market: (updates) => received.updates.push(...updates),
    failed: (error) => {
      throw error;
    },
  };
  return { received, port };
}

async function simulated(
  clock: ManualClock,
): Promise<{ venue: SimulatedVenue; received: ReturnType<typeof listener>['received'] }> {
  const { commodity, listing } = corn();
  const contracts = listContracts(commodity, listing, '2026-11-20', 2).map((contract) => ({ contract, commodity }));
  const venue = createSimulatedVenue({ seed: 1, contracts, clock, isManual: true, epoch: 'sim-a' });
  opened.push(venue);
  const { received, port } = listener();
  await venue.start(port);
  return { venue, received };
}

describe('the simulated venue in its threads', () => {
  test('publishes everything once before it is started, then moves only with the clock', async () => {
    const clock = manualClock(START_MS);
    const { venue, received } = await simulated(clock);
    expect(received.epochs).toEqual(['sim-a-1']);
    expect(received.updates.map(({ contractCode }) => contractCode).sort()).toEqual([
      'ZCEH27',
      'ZCEZ26',
      'ZCEZ26-ZCEH27',
    ]);
    const reported = received.updates.length;
    await venue.controls.caughtUp();
    expect(received.updates.length).toBe(reported);
    clock.advanceTo(START_MS + 60_000);
    await venue.controls.caughtUp();
    expect(received.updates.length).toBeGreaterThan(reported);
    expect(received.updates.at(-1)?.timeMs).toBe(START_MS + 60_000);
  });

  test('answers orders, and joins a chart’s past to the trades since', async () => {
    const clock = manualClock(START_MS + 20_000);
    const { venue, received } = await simulated(clock);
    const order = { orderId: 'o-1', contractCode: 'ZCEZ26', ownerId: 'an', side: 'BUY', duration: 'DAY' } as const;
    venue.orders.send([{ kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 3 } }], 'sim-a-1');
    clock.advanceTo(START_MS + 130_000);
    await venue.controls.caughtUp();
    expect(received.reports[0]).toMatchObject({ execId: expect.stringMatching(/^sim-a-1-/), kind: 'accepted' });
    const query = { contractCode: 'ZCEZ26', beforeMs: clock.nowMs() + 1, limit: 5 } as const;
    const minutes = await venue.market.bars({ ...query, interval: '1m' });
    expect(minutes.map(({ openMs }) => openMs - START_MS)).toEqual([-120_000, -60_000, 0, 60_000, 120_000]);
    const trades = received.updates.flatMap((u) => (u.contractCode === 'ZCEZ26' ? (u.trades ?? []) : []));
    const ofSecondMinute = trades.filter(({ timeMs }) => timeMs >= START_MS + 60_000 && timeMs < START_MS + 120_000);
    expect(minutes[3]?.volumeLots).toBe(ofSecondMinute.reduce((sum, { lots }) => sum + lots, 0));
    expect(minutes[3]?.closeTicks).toBe(ofSecondMinute.at(-1)?.priceTicks);
    const [today] = (await venue.market.bars({ ...query, interval: '1d' })).slice(-1);
    const day = received.updates.findLast((u) => u.contractCode === 'ZCEZ26' && u.day)?.day;
    expect(today).toMatchObject({ openTicks: day?.openTicks, highTicks: day?.highTicks, volumeLots: day?.volumeLots });
  });
});

describe('the line to the exchange', () => {
  test('is cut and restored: the exchange trades on, then delivers its reports and the state of orders', async () => {
    const { venue, received } = await simulated(manualClock(START_MS + 20_000));
    const of = (orderId: string) =>
      ({ orderId, contractCode: 'ZCEZ26', ownerId: 'an', side: 'BUY', duration: 'GTC', quantityLots: 2 }) as const;
    const bestTicks = received.updates.find((u) => u.contractCode === 'ZCEZ26' && u.bids)?.bids?.[0]?.priceTicks ?? 0;
    const limitPriceTicks = bestTicks - 20;
    const rest = (orderId: string) => ({ ...of(orderId), orderType: 'LIMIT', limitPriceTicks }) as const;
    venue.orders.send([{ kind: 'submit', order: rest('o-1') }], 'sim-a-1');
    await venue.controls.caughtUp();
    venue.controls.setLink(false, 'drill');
    venue.orders.send([{ kind: 'submit', order: rest('o-2') }], 'sim-a-1');
    await venue.controls.caughtUp();
    expect(received.reports.map(({ orderId }) => orderId)).toEqual(['o-1']);
    expect(received.links).toEqual(['drill']);
    venue.controls.setLink(true, 'drill');
    await venue.controls.caughtUp();
    // Requests sent while the link was down never arrived.
    expect(received.links).toEqual(['drill', ['o-1 2']]);
    venue.orders.send([{ kind: 'submit', order: rest('o-3') }], 'sim-a-1');
    await venue.controls.caughtUp();
    expect(received.reports.map(({ orderId }) => orderId)).toEqual(['o-1', 'o-3']);
  });
});

describe('a market thread that dies', () => {
  test('is started again with empty books and another epoch', async () => {
    const { venue, received } = await simulated(manualClock(START_MS));
    await crash(venue, received);
    expect(received.epochs).toEqual(['sim-a-1', 'sim-a-2']);
    const order = { orderId: 'o-1', contractCode: 'ZCEZ26', ownerId: 'an', side: 'BUY', duration: 'IOC' } as const;
    venue.orders.send([{ kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 1 } }], 'sim-a-2');
    await venue.controls.caughtUp();
    expect(received.reports[0]?.execId).toMatch(/^sim-a-2-/);
  });
});

/** Crashes the market's thread with a malformed request, as a bug might, and waits for its replacement. */
async function crash(venue: ThreadVenue, received: ReturnType<typeof listener>['received']): Promise<void> {
  const returned = new Promise<void>((resolve) => {
    received.onRestart = resolve;
  });
  venue.orders.send([undefined as never], 'sim-a-1');
  await returned;
  await venue.controls.caughtUp();
}

describe('a scripted scenario and an operator’s halt', () => {
  test('are sent to the thread, and again to its replacement', async () => {
    const clock = manualClock(START_MS);
    const { venue, received } = await simulated(clock);
    const bidsOf = (code: string): number | undefined =>
      received.updates.findLast(({ contractCode, bids }) => contractCode === code && bids)?.bids?.length;
    const sessionOf = (code: string): object | undefined =>
      received.updates.findLast(({ contractCode, session }) => contractCode === code && session)?.session;
    venue.scenarios.start({ name: 'empty-book', contractCode: 'ZCEZ26', beginsMs: START_MS + 1_000 });
    venue.controls.setHalt('ZCEH27', true);
    clock.advanceTo(START_MS + 2_000);
    await venue.controls.caughtUp();
    expect([bidsOf('ZCEZ26'), sessionOf('ZCEZ26')]).toMatchObject([0, { state: 'OPEN' }]);
    await crash(venue, received);
    expect([bidsOf('ZCEZ26'), sessionOf('ZCEZ26')]).toMatchObject([0, { state: 'OPEN' }]);
    expect(sessionOf('ZCEH27')).toMatchObject({ state: 'PAUSED', unscheduled: { isHalt: true } });
    clock.advanceTo(START_MS + 130_000);
    await venue.controls.caughtUp();
    expect(bidsOf('ZCEZ26')).toBe(10);
    expect(venue.scenarios.list()).toEqual([]);
  });
});

describe('the recorded venue in its thread', () => {
  test('plays in the recording’s time, and serves its own past', async () => {
    const clock = manualClock(START_MS);
    const { commodity, listing } = corn();
    const listed = { commodity, contract: contractOf(commodity, listing, { year: 2026, month: 12 }) };
    const options = { file: CORN_FILE, listed, speed: 60, clock, isManual: true, epoch: 'rec-a' };
    const venue = createRecordedVenue(options);
    opened.push(venue);
    const firstMs = venue.market.marketTimeMs();
    const { received, port } = listener();
    await venue.start(port);
    expect(received.epochs).toEqual(['rec-a-1']);
    clock.advanceTo(START_MS + 10_000);
    await venue.controls.caughtUp();
    expect(venue.market.marketTimeMs()).toBe(firstMs + 600_000);
    const bars = await venue.market.bars({
      contractCode: 'ZCEZ26',
      interval: '5m',
      beforeMs: clock.nowMs(),
      limit: 10,
    });
    expect(bars.length).toBeGreaterThanOrEqual(2);
  });

  test('refuses a file that can’t be played before anything starts', () => {
    const { commodity, listing } = corn();
    const listed = { commodity, contract: contractOf(commodity, listing, { year: 2026, month: 12 }) };
    const clock = manualClock(START_MS);
    const options = { file: '/nowhere/else.csv', listed, speed: 1, clock, isManual: true, epoch: 'rec' };
    expect(() => createRecordedVenue(options)).toThrow(RecordingError);
  });
});
