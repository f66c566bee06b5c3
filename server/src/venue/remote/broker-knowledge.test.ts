/** What an engine that takes over need not say again, and what its predecessor did not come to say. */
import { contractOf, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { expect, test } from 'vitest';
import type { VenueListing } from '#venue/port/market-data.ts';
import { BrokerKnowledge } from '#venue/remote/broker-knowledge.ts';
import type { ContractAtBroker } from '#venue/remote/exchange-messages.ts';

const [CORN, WHEAT] = ['ZCEZ26', 'ZWAZ26'];
const NOW = { nowMs: 99, listingOf: () => undefined };

function atBroker(code: string, more: Partial<ContractAtBroker> = {}): ContractAtBroker {
  const open = { settlementTicks: 1800, session: 'OPEN', opensAtMs: null, isHalted: false } as const;
  return { code, ...open, tradeDate: '2026-11-20', ...more };
}

function begun(): BrokerKnowledge {
  const broker = new BrokerKnowledge();
  broker.begin([atBroker(CORN), atBroker(WHEAT)]);
  return broker;
}

test('nothing is new of what was told', () => {
  const broker = begun();
  broker.endTradeDate({ endedDate: '2026-11-20', nextDate: '2026-11-23', contractCodes: [CORN, WHEAT], atMs: 1 });
  broker.setSession({ contractCodes: [WHEAT], state: 'PAUSED', opensAtMs: 7, atMs: 2 });
  const now = [
    atBroker(CORN, { tradeDate: '2026-11-23' }),
    atBroker(WHEAT, { tradeDate: '2026-11-23', session: 'PAUSED', opensAtMs: 7 }),
  ];
  expect(broker.bringTo(now, NOW)).toEqual({ dateEnds: [], listings: [], sessions: [] });
});

test('a date and a session that were not told follow, once', () => {
  const broker = begun();
  const next = { tradeDate: '2026-11-23', session: 'CLOSED', opensAtMs: 5 } as const;
  const now = [atBroker(CORN, next), atBroker(WHEAT, { tradeDate: '2026-11-23' })];
  expect(broker.bringTo(now, NOW)).toEqual({
    dateEnds: [{ endedDate: '2026-11-20', nextDate: '2026-11-23', contractCodes: [CORN, WHEAT], atMs: 99 }],
    listings: [],
    sessions: [{ state: 'CLOSED', opensAtMs: 5, contractCodes: [CORN], atMs: 99 }],
  });
  expect(broker.bringTo(now, NOW)).toEqual({ dateEnds: [], listings: [], sessions: [] });
});

test('a date ends once, whoever says so', () => {
  const broker = begun();
  const end = { endedDate: '2026-11-20', nextDate: '2026-11-23', contractCodes: [CORN], atMs: 1 };
  expect(broker.endTradeDate(end)).toEqual(end);
  expect(broker.endTradeDate(end)).toBeUndefined();
  expect(broker.endTradeDate({ ...end, contractCodes: [CORN, WHEAT] })).toEqual({ ...end, contractCodes: [WHEAT] });
});

test('a halt is the exchange’s: nobody opens it from outside', () => {
  const broker = begun();
  const session = { state: 'PAUSED', opensAtMs: null, unscheduled: { isHalt: true } } as const;
  broker.hearMarket([{ contractCode: CORN, timeMs: 3, session }]);
  expect(broker.bringTo([atBroker(CORN), atBroker(WHEAT)], NOW).sessions).toEqual([]);
  expect(broker.of(CORN)).toMatchObject({ session: 'PAUSED', isHalted: true });
});

test('a new month is listed, an ended one is not', () => {
  const corn = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
  if (!corn) throw new Error('no corn');
  const { commodity, listing } = corn;
  const listingOf = (code: string): VenueListing => ({
    commodity,
    contract: { ...contractOf(commodity, listing, { year: code.endsWith('27') ? 2027 : 2026, month: 3 }), code },
  });
  const now = [atBroker(CORN), atBroker('ZCEH27'), atBroker('ZCEH26')];
  const { listings } = begun().bringTo(now, { nowMs: 99, listingOf });
  expect(listings.map(({ contract }) => contract.code)).toEqual(['ZCEH27']);
});
