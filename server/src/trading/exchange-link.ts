/**
 * Between the sequencer and the venue: what a durable step asks of the exchange is sent, what the exchange answers
 * becomes commands, and its prices, conflated, mark positions. Nothing is sent before it is on disk.
 */
import { type EngineState, hasTriggers, type PriceMark, type VenueRequest } from '@mua/core/engine';
import type { ContractUpdate, Venue } from '#venue/venue';
import type { DurableStep, Sequencer } from './sequencer.ts';

/**
 * Prices do not flood the journal: at most one batched mark per half second, and one per tenth for contracts that an
 * armed trigger watches (architecture, "Life of an order").
 */
const MARK_INTERVAL_MS = 100;
const HELD_EVERY = 5;

export interface ExchangeLink {
  /** Resolves when the venue is up and every live order has been routed to it again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createExchangeLink(options: {
  readonly sequencer: Sequencer;
  readonly venue: Venue;
  readonly every: (intervalMs: number, task: () => void) => () => void;
  readonly onMarket: (updates: readonly ContractUpdate[]) => void;
  /** The exchange halted or resumed a contract by itself, and the engine knows. */
  readonly onOutOfTurn?: () => void;
  readonly onFatal: (error: unknown) => void;
}): ExchangeLink {
  const { sequencer, venue, onMarket, onOutOfTurn, onFatal } = options;
  const marks = new Map<string, PriceMark>();
  let stopMarking: (() => void) | undefined;
  let stopped = false;
  let venueEpoch: string | undefined;
  let routed: Promise<unknown> = Promise.resolve();

  /** Submits what the exchange said. A full queue can't lose it: the engine must hear, or the process must end. */
  function tellEngine(body: Parameters<Sequencer['submit']>[0]): Promise<unknown> {
    return sequencer.submit(body).catch((error: unknown) => {
      if (!stopped) onFatal(error);
    });
  }

  sequencer.onDurable((steps) => {
    if (!stopped) tellVenue({ venue, state: sequencer.state, epoch: venueEpoch }, steps);
  });

  function remember(updates: readonly ContractUpdate[]): void {
    for (const { contractCode, trades } of updates) {
      for (const { priceTicks } of trades ?? []) {
        const known = marks.get(contractCode);
        marks.set(contractCode, {
          contractCode,
          lastTicks: priceTicks,
          highTicks: Math.max(priceTicks, known?.highTicks ?? priceTicks),
          lowTicks: Math.min(priceTicks, known?.lowTicks ?? priceTicks),
        });
      }
    }
  }

  /** What the exchange does out of turn the engine must follow; everything else it has from the calendars. */
  function followExchange(updates: readonly ContractUpdate[]): void {
    let hasFollowed = false;
    for (const { contractCode, session } of updates) {
      const listed = sequencer.state.contracts.get(contractCode);
      if (!session?.outOfTurn || !listed) continue;
      const { state, opensAtMs, outOfTurn } = session;
      const { isHalt } = outOfTurn;
      if (listed.session === state && listed.opensAtMs === opensAtMs && listed.isHalted === isHalt) continue;
      void tellEngine({ kind: 'changeSession', contractCodes: [contractCode], state, opensAtMs, isHalt });
      hasFollowed = true;
    }
    if (hasFollowed) onOutOfTurn?.();
  }

  /** Only what the engine does not know yet; extremes between two marks matter where a trigger watches. */
  function markContracts(contractCodes: Iterable<string>): void {
    const prices: PriceMark[] = [];
    for (const contractCode of contractCodes) {
      const mark = marks.get(contractCode);
      if (!mark) continue;
      const { lastTicks, highTicks, lowTicks } = mark;
      const isKnown = sequencer.state.contracts.get(contractCode)?.lastTicks === lastTicks;
      const hasExtremes = highTicks > lastTicks || lowTicks < lastTicks;
      if (isKnown && !(hasExtremes && hasTriggers(sequencer.state, contractCode))) continue;
      prices.push(mark);
      marks.set(contractCode, { contractCode, lastTicks, highTicks: lastTicks, lowTicks: lastTicks });
    }
    if (prices.length > 0) void tellEngine({ kind: 'markPrices', prices });
  }

  let rounds = 0;
  function markWatched(): void {
    rounds += 1;
    markContracts(rounds % HELD_EVERY === 0 ? heldContracts(sequencer) : watchedContracts(sequencer));
  }

  return {
    async start() {
      await venue.start({
        restarted(epoch) {
          venueEpoch = epoch;
          routed = tellEngine({ kind: 'restartVenue', epoch });
        },
        reports(reports) {
          for (const report of reports) void tellEngine({ kind: 'reportExecution', report });
        },
        market(updates) {
          remember(updates);
          onMarket(updates);
          followExchange(updates);
        },
        failed: onFatal,
      });
      await routed;
      stopMarking = options.every(MARK_INTERVAL_MS, markWatched);
    },
    async stop() {
      stopped = true;
      stopMarking?.();
      await venue.stop();
    },
  };
}

/**
 * In the journal's order: what was asked before a trade date or a session ended reaches the exchange before it ends, and
 * what waited for an opening reaches it after. Requests meant for an exchange that has restarted since are void: its
 * orders were routed again.
 */
function tellVenue(
  exchange: { readonly venue: Venue; readonly state: EngineState; readonly epoch: string | undefined },
  steps: readonly DurableStep[],
): void {
  const { venue, state, epoch } = exchange;
  let requests: VenueRequest[] = [];
  const send = (): void => {
    if (requests.length > 0) venue.send(requests);
    requests = [];
  };
  for (const { command, events } of steps) {
    if (command.kind === 'changeSession' && !command.isHalt) {
      const { contractCodes, state: session, opensAtMs, timeMs: atMs } = command;
      send();
      venue.setSession({ contractCodes, state: session, opensAtMs, atMs });
    }
    const commodity = command.kind === 'listContract' && state.commodities.get(command.contract.commodityCode);
    if (command.kind === 'listContract' && commodity) venue.list([{ contract: command.contract, commodity }]);
    for (const event of events) {
      if (event.kind === 'venueRequested' && event.epoch === epoch) requests.push(event.request);
      if (event.kind !== 'tradeDateBegan') continue;
      const { endedDate, tradeDate: nextDate, exchanges } = event;
      // An exchange that takes a date of its own, or a contract that joins it, ends nothing.
      if (endedDate === '' || endedDate >= nextDate) continue;
      send();
      venue.endTradeDate({ endedDate, nextDate, contractCodes: contractsOf(state, exchanges), atMs: command.timeMs });
    }
  }
  send();
}

/** Of some exchanges; absent: of all that have no date of their own. */
function contractsOf({ contracts }: EngineState, exchanges: readonly string[] | undefined): string[] {
  const codes: string[] = [];
  for (const [code, { commodity, tradeDate }] of contracts)
    if (exchanges ? exchanges.includes(commodity.exchange) : tradeDate === null) codes.push(code);
  return codes;
}

/** Where some account's order waits with us for a price. */
function watchedContracts({ state }: Sequencer): string[] {
  return [...state.boards.keys()].filter((contractCode) => hasTriggers(state, contractCode));
}

/** Only contracts that some account holds or works, or that a trigger watches, matter to the engine. */
function heldContracts(sequencer: Sequencer): Set<string> {
  const held = new Set(watchedContracts(sequencer));
  for (const account of sequencer.state.accounts.values()) {
    for (const contractCode of account.positions.keys()) held.add(contractCode);
    for (const contractCode of account.working.keys()) held.add(contractCode);
  }
  return held;
}
