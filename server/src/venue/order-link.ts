/**
 * Carries orders between sequencer and venue: requests of durable steps are sent; reports and link changes become
 * commands. Trade dates and sessions are sent only to a simulated or recorded exchange. Nothing is sent before it is on
 * disk. A journal that has hung for so long that what is for the moment is not sent any more counts as a lost link: the
 * engine decides what is still sent, as it does then. Prices take another path (market/market-link.ts).
 */
import {
  type Command,
  type CommandBody,
  type EngineState,
  FIRST_VENUE,
  type PriceMark,
  TIME_TO_SEND_MS,
  type VenueReport,
  type VenueRequest,
} from '@mua/core/engine';
import type { ExchangeEntry } from '#journal/exchange-entry.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import type { RecallOrder } from '#venue/ended-orders.ts';
import type { OrderEntryListener } from '#venue/port/order-entry.ts';
import type { Venue } from '#venue/port/venue.ts';

export interface OrderLink {
  readonly listener: OrderEntryListener;
  /** Resolves when every live order has been routed to the venue. */
  routed(): Promise<unknown>;
  /** Stops sending to the venue. */
  stop(): void;
}

/** Why the link counts as lost, for operators. */
const HELD_UP = 'the journal did not answer';

export function createOrderLink(options: {
  readonly sequencer: Sequencer;
  readonly venue: Venue;
  readonly entry: ExchangeEntry;
  readonly recall: RecallOrder;
  /** The newest prices that the engine does not know. */
  readonly newestPrices: () => readonly PriceMark[];
}): OrderLink {
  const { sequencer, venue, entry, recall, newestPrices } = options;
  const { name, accounts } = venue;
  let isStopped = false;

  /** Enters a report; a fill of an order that has left the engine comes with that order, if it is stored. */
  async function enterReport(report: VenueReport): Promise<void> {
    const isForgotten = report.kind === 'filled' && !sequencer.state.orders.has(report.orderId);
    if (!isForgotten) {
      await entry.enter({ kind: 'reportExecution', venue: name, report });
      return;
    }
    // Its end may be executed and not on disk yet, where it is looked for.
    await entry.enter({ kind: 'passTime' });
    await entry.enterAfter(
      () => recall(report.orderId),
      (recalled) => ({ kind: 'reportExecution', venue: name, report, ...(recalled ? { recalled } : {}) }),
    );
  }

  let openEpoch: string | undefined;
  let routed: Promise<unknown> = Promise.resolve();
  /** What the exchange has said of the link and is not on disk yet; of a link that it has lost, until it is back. */
  let lastWord: CommandBody | undefined;

  async function enterWord(word: CommandBody): Promise<void> {
    lastWord = word;
    await entry.enter(word);
    if (lastWord === word && word.kind !== 'loseVenue') lastWord = undefined;
  }

  const isLost = (): boolean => sequencer.state.venues.get(accounts)?.isConnected === false;

  async function beginAnew(): Promise<void> {
    await entry.enterFirst({ kind: 'loseVenue', venue: name, reason: HELD_UP });
    // Whatever it is about to tell itself opens the link; requests that follow would not be in an answer to our question.
    if (!isStopped && openEpoch === undefined && lastWord === undefined) venue.orders.listOpen();
  }

  sequencer.onDurable((steps) => {
    if (isStopped) return;
    const isLate = sequencer.waitingMs > TIME_TO_SEND_MS;
    openEpoch = sendToVenue({ venue, state: sequencer.state, openEpoch, isLate }, steps);
    if (!isLate || openEpoch === undefined) return;
    openEpoch = undefined;
    void beginAnew();
  });

  return {
    listener: {
      restarted(epoch) {
        routed = enterWord({ kind: 'restartVenue', venue: name, accounts, epoch });
        return routed;
      },
      lost: (reason) => enterWord({ kind: 'loseVenue', venue: name, reason }),
      back(epoch, orders) {
        // What was filled behind a lost link is no mark: its exits are held against the price of now, not against that from
        // before. Behind the fills, because a mark on positions that they have closed would be a loss that is none.
        const prices = isLost() ? newestPrices() : [];
        if (prices.length > 0) void entry.enter({ kind: 'markPrices', prices });
        routed = enterWord({ kind: 'resyncVenue', venue: name, epoch, orders });
        return routed;
      },
      reports: (reports) => Promise.all(reports.map(enterReport)),
    },
    routed: () => routed,
    stop() {
      isStopped = true;
    },
  };
}

/**
 * Sends in the journal's order: requests from before the end of a trade date or session reach the exchange before it,
 * orders that waited for an opening after it. Requests for an exchange that has restarted since are void: its orders
 * were routed again. Those from before the step that knows the link to be back are void too: that step has looked after
 * them. Late ones are not sent. Returns the epoch of the exchange that requests go to after these steps; undefined while
 * the link is down.
 */
function sendToVenue(
  exchange: {
    readonly venue: Venue;
    readonly state: EngineState;
    readonly openEpoch: string | undefined;
    readonly isLate: boolean;
  },
  steps: readonly DurableStep[],
): string | undefined {
  const { venue, state, isLate } = exchange;
  let epoch = exchange.openEpoch;
  let requests: VenueRequest[] = [];
  const send = (): void => {
    if (requests.length > 0 && epoch !== undefined && !isLate) venue.orders.send(requests, epoch);
    requests = [];
  };
  for (const { command, events } of steps) {
    const openNow = openAfter(command, venue, epoch);
    if (openNow !== epoch) send();
    epoch = openNow;
    if (command.kind === 'changeSession' && !command.isHalt) {
      const { contractCodes, state: session, opensAtMs, timeMs: atMs } = command;
      send();
      venue.controls?.setSession({ contractCodes, state: session, opensAtMs, atMs });
    }
    const commodity = command.kind === 'listContract' && state.commodities.get(command.contract.commodityCode);
    if (command.kind === 'listContract' && commodity) venue.controls?.list([{ contract: command.contract, commodity }]);
    for (const event of events) {
      const isForIt = event.kind === 'venueRequested' && event.venue === venue.name && event.epoch === epoch;
      if (isForIt) requests.push(event.request);
      if (event.kind !== 'tradeDateBegan') continue;
      const { endedDate, tradeDate: nextDate, exchanges } = event;
      // An exchange that gets its own date, or a contract that joins it, ends nothing.
      if (endedDate === '' || endedDate >= nextDate) continue;
      send();
      venue.controls?.endTradeDate({
        endedDate,
        nextDate,
        contractCodes: contractsOf(state, exchanges),
        atMs: command.timeMs,
      });
    }
  }
  send();
  return epoch;
}

function openAfter(command: Command, { name }: Venue, epoch: string | undefined): string | undefined {
  if (command.kind === 'loseVenue') return (command.venue ?? FIRST_VENUE) === name ? undefined : epoch;
  if (command.kind !== 'restartVenue' && command.kind !== 'resyncVenue') return epoch;
  return (command.venue ?? FIRST_VENUE) === name ? command.epoch : epoch;
}

/** Contracts of some exchanges; absent: of all without a date of their own. */
function contractsOf({ contracts }: EngineState, exchanges: readonly string[] | undefined): string[] {
  const codes: string[] = [];
  for (const [code, { commodity, tradeDate }] of contracts)
    if (exchanges ? exchanges.includes(commodity.exchange) : tradeDate === null) codes.push(code);
  return codes;
}
