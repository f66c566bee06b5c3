/**
 * Brings market data in, straight from the venue: the market stores it, and the engine gets what it needs (marks, first
 * settlement prices, halts). Orders take another path (venue/order-link.ts).
 */
import type { CommandBody, EngineState, ListedContract } from '@mua/core/engine';
import type { Ticks } from '@mua/core/values';
import type { ExchangeEntry } from '#journal/exchange-entry.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Market } from '#market/market.ts';
import { createPriceMarks, type PriceMarks } from '#market/price-marks.ts';
import { settleNewcomers } from '#market/reference-prices.ts';
import type { ContractUpdate, MarketDataListener, VenueListing } from '#venue/port/market-data.ts';
import type { Venue } from '#venue/port/venue.ts';

export interface MarketLink extends Pick<PriceMarks, 'newest'> {
  readonly listener: MarketDataListener;
  /** Starts entering marks into the engine. */
  startMarks(): void;
  /** The settlement prices of the start are entered; contracts listed later are settled with their first update. */
  open(): void;
  stop(): void;
}

export function createMarketLink(options: {
  readonly sequencer: Sequencer;
  readonly venue: Pick<Venue, 'controls'>;
  readonly market: Pick<Market, 'take'>;
  readonly entry: ExchangeEntry;
  readonly every: (intervalMs: number, task: () => void) => () => void;
  /** The exchange halted or resumed a contract by itself, and the engine knows. */
  readonly onUnscheduled: () => void;
  /** Of a market that outlives the engine. */
  readonly lastTicksOf?: ((contractCode: string) => Ticks | null) | undefined;
}): MarketLink {
  const { sequencer, venue, market, entry, every, onUnscheduled, lastTicksOf } = options;
  const isOurs = venue.controls !== undefined;
  const { state } = sequencer;
  const marks = createPriceMarks({ sequencer, entry, every, lastTicksOf });
  const entered = new Map<string, ListedSession>();
  let isOpen = false;
  return {
    listener: {
      market(updates) {
        marks.take(updates);
        market.take(updates);
        if (isOpen) settleNewcomers(sequencer, updates);
        if (followExchange(updates, { state, entry, isOurs, entered })) onUnscheduled();
      },
      instruments(listings) {
        if (isOurs) return;
        for (const command of unknownInstruments(listings, state)) void entry.enter(command);
      },
    },
    newest: marks.newest,
    startMarks: marks.start,
    open() {
      isOpen = true;
    },
    stop: marks.stop,
  };
}

type ListedSession = Pick<ListedContract, 'session' | 'opensAtMs' | 'isHalted'>;

/**
 * Entered sessions: from a simulated exchange only changes outside its calendar, since the broker's calendars give the
 * others; a third-party exchange has its own calendar, so every session change counts.
 */
function followExchange(
  updates: readonly ContractUpdate[],
  follower: {
    readonly state: EngineState;
    readonly entry: ExchangeEntry;
    readonly isOurs: boolean;
    /** By contract, what the engine will know once it is executed: a commit that hangs keeps it for long. */
    readonly entered: Map<string, ListedSession>;
  },
): boolean {
  const { state, entry, isOurs, entered } = follower;
  let hasFollowed = false;
  for (const { contractCode, session } of updates) {
    const listed = state.contracts.get(contractCode);
    if (!session || !listed || (isOurs && !session.unscheduled)) continue;
    const { state: sessionState, opensAtMs, unscheduled } = session;
    const isHalt = unscheduled?.isHalt ?? false;
    const known = entered.get(contractCode) ?? listed;
    if (known.session === sessionState && known.opensAtMs === opensAtMs && known.isHalted === isHalt) continue;
    const contractCodes = [contractCode];
    const told = { session: sessionState, opensAtMs, isHalted: isHalt };
    entered.set(contractCode, told);
    const change = entry.enter({ kind: 'changeSession', contractCodes, state: sessionState, opensAtMs, isHalt });
    void change.then(() => entered.get(contractCode) === told && entered.delete(contractCode));
    hasFollowed = true;
  }
  return hasFollowed;
}

/** Delivery months that a third-party exchange lists, of commodities whose margins the broker knows. */
function unknownInstruments(listings: readonly VenueListing[], state: EngineState): CommandBody[] {
  return listings
    .filter(({ contract }) => !state.contracts.has(contract.code) && state.commodities.has(contract.commodityCode))
    .map(({ contract }) => ({ kind: 'listContract', contract, settlementTicks: null }));
}
