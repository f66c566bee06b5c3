/** Both venues in their real threads, on a manual clock: nothing moves unless it is told the time. */
import { fileURLToPath } from 'node:url';
import { contractOf, listContracts, REFERENCE_COMMODITIES, type VenueReport } from '@mua/core/engine';
import { afterEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '#clock';
import { createRecordedVenue } from '#venue/recorded/recorded-venue';
import { RecordingError } from '#venue/recorded/recording';
import { createSimulatedVenue } from '#venue/simulated/simulated-venue';
import type { ContractUpdate, VenueListener } from '#venue/venue';
import type { ThreadVenue } from './thread-venue.ts';

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
  const heard = { epochs: [] as string[], reports: [] as VenueReport[], updates: [] as ContractUpdate[] };
  const port: VenueListener = {
    restarted: (epoch) => heard.epochs.push(epoch),
    reports: (reports) => heard.reports.push(...reports),
    market: (updates) => heard.updates.push(...updates),
    failed: (error) => {
      throw error;
    },
  };
  return { heard, port };
}

async function simulated(
  clock: ManualClock,
): Promise<{ venue: ThreadVenue; heard: ReturnType<typeof listener>['heard'] }> {
  const { commodity, listing } = corn();
  const contracts = listContracts(commodity, listing, '2026-11-20', 2).map((contract) => ({ contract, commodity }));
  const venue = createSimulatedVenue({ seed: 1, contracts, clock, isManual: true, epoch: 'sim-a' });
  opened.push(venue);
  const { heard, port } = listener();
  await venue.start(port);
  return { venue, heard };
}

describe('the simulated venue in its threads', () => {
  test('tells everything once before it is started, then moves with the clock alone', async () => {
    const clock = manualClock(START_MS);
    const { venue, heard } = await simulated(clock);
    expect(heard.epochs).toEqual(['sim-a-1']);
    expect(heard.updates.map(({ contractCode }) => contractCode).sort()).toEqual(['ZCEH27', 'ZCEZ26']);
    const told = heard.updates.length;
    await venue.caughtUp();
    expect(heard.updates.length).toBe(told);
    clock.advanceTo(START_MS + 60_000);
    await venue.caughtUp();
    expect(heard.updates.length).toBeGreaterThan(told);
    expect(heard.updates.at(-1)?.timeMs).toBe(START_MS + 60_000);
  });

  test('orders are answered, and charts join the past to what traded since', async () => {
    const clock = manualClock(START_MS + 20_000);
    const { venue, heard } = await simulated(clock);
    const order = { orderId: 'o-1', contractCode: 'ZCEZ26', ownerId: 'an', side: 'BUY', duration: 'DAY' } as const;
    venue.send([{ kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 3 } }]);
    clock.advanceTo(START_MS + 130_000);
    await venue.caughtUp();
    expect(heard.reports[0]).toMatchObject({ execId: expect.stringMatching(/^sim-a-1-/), kind: 'accepted' });
    const query = { contractCode: 'ZCEZ26', beforeMs: clock.nowMs() + 1, limit: 5 } as const;
    const minutes = await venue.bars({ ...query, interval: '1m' });
    expect(minutes.map(({ openMs }) => openMs - START_MS)).toEqual([-120_000, -60_000, 0, 60_000, 120_000]);
    const trades = heard.updates.flatMap((u) => (u.contractCode === 'ZCEZ26' ? (u.trades ?? []) : []));
    const ofSecondMinute = trades.filter(({ timeMs }) => timeMs >= START_MS + 60_000 && timeMs < START_MS + 120_000);
    expect(minutes[3]?.volumeLots).toBe(ofSecondMinute.reduce((sum, { lots }) => sum + lots, 0));
    expect(minutes[3]?.closeTicks).toBe(ofSecondMinute.at(-1)?.priceTicks);
    const [today] = (await venue.bars({ ...query, interval: '1d' })).slice(-1);
    const day = heard.updates.findLast((u) => u.contractCode === 'ZCEZ26' && u.day)?.day;
    expect(today).toMatchObject({ openTicks: day?.openTicks, highTicks: day?.highTicks, volumeLots: day?.volumeLots });
  });
});

describe('a market thread that dies', () => {
  test('is started again with empty books and another epoch', async () => {
    const clock = manualClock(START_MS);
    const { commodity, listing } = corn();
    const contracts = listContracts(commodity, listing, '2026-11-20', 1).map((contract) => ({ contract, commodity }));
    const venue = createSimulatedVenue({ seed: 1, contracts, clock, isManual: true, epoch: 'sim-b' });
    opened.push(venue);
    const { heard, port } = listener();
    let hasReturned = (): void => {};
    const returned = new Promise<void>((resolve) => {
      hasReturned = resolve;
    });
    await venue.start({
      ...port,
      restarted(epoch) {
        port.restarted(epoch);
        if (epoch.endsWith('-2')) hasReturned();
      },
    });
    // No request at all: a bug of ours, which ends the thread.
    venue.send([undefined as never]);
    await returned;
    await venue.caughtUp();
    expect(heard.epochs).toEqual(['sim-b-1', 'sim-b-2']);
    const order = { orderId: 'o-1', contractCode: 'ZCEZ26', ownerId: 'an', side: 'BUY', duration: 'IOC' } as const;
    venue.send([{ kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 1 } }]);
    await venue.caughtUp();
    expect(heard.reports[0]?.execId).toMatch(/^sim-b-2-/);
  });
});

describe('the recorded venue in its thread', () => {
  test('plays in the recording’s time and answers for its own past', async () => {
    const clock = manualClock(START_MS);
    const { commodity, listing } = corn();
    const listed = { commodity, contract: contractOf(commodity, listing, { year: 2026, month: 12 }) };
    const options = { file: CORN_FILE, listed, speed: 60, clock, isManual: true, epoch: 'rec-a' };
    const venue = createRecordedVenue(options);
    opened.push(venue);
    const firstMs = venue.marketTimeMs();
    const { heard, port } = listener();
    await venue.start(port);
    expect(heard.epochs).toEqual(['rec-a-1']);
    clock.advanceTo(START_MS + 10_000);
    await venue.caughtUp();
    expect(venue.marketTimeMs()).toBe(firstMs + 600_000);
    const bars = await venue.bars({ contractCode: 'ZCEZ26', interval: '5m', beforeMs: clock.nowMs(), limit: 10 });
    expect(bars.length).toBeGreaterThanOrEqual(2);
  });

  test('a file that can’t be played is refused before anything starts', () => {
    const { commodity, listing } = corn();
    const listed = { commodity, contract: contractOf(commodity, listing, { year: 2026, month: 12 }) };
    const clock = manualClock(START_MS);
    const options = { file: '/nowhere/else.csv', listed, speed: 1, clock, isManual: true, epoch: 'rec' };
    expect(() => createRecordedVenue(options)).toThrow(RecordingError);
  });
});
