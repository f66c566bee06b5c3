/**
 * Watches the market for price alerts: each waits where its price or level is (waiting-places.ts). A reached alert is
 * entered into the journal, whose statement writes the message and updates the alert's row, so that a crash at any time
 * notifies exactly once: before the commit the alert is still active, after it the message is stored. The side on which
 * an alert waits is stored in its row, so a start continues from there.
 * A trade is stepped once, in the order of its time: if it is no older than what was stepped before (by an earlier
 * process until the journal's end) and than the alert itself. So trades of a gap or an outage count as far as the tape
 * tells of them, and those that a tape repeats do not. Where the market stands now counts for every alert.
 * A repeating alert waits, after its notification, until the market is a tick back on the other side; reaching it again
 * within a minute is ignored.
 */
import { LIMITS } from '@mua/contract/limits';
import type { Ticks } from '@mua/core/values';
import { type AlertEnds, isOver } from '#alerts/alert-ends.ts';
import type { AlertStore, StoredAlert } from '#alerts/alert-store.ts';
import type { LastPrice } from '#alerts/growing-closes.ts';
import type { Waiting } from '#alerts/waiting.ts';
import { WaitingPlaces } from '#alerts/waiting-places.ts';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';
import { TAPE_LENGTH } from '#market/quotes.ts';

export interface AlertWatch {
  /** Adds a new, moved or rearmed alert. One that the market has reached is notified at once. */
  put(alert: StoredAlert): void;
  /**
   * Pauses an alert or changes its note; it keeps its state. An outdated row does not bring back one that was notified.
   */
  amend(alert: StoredAlert): void;
  drop(alertId: string): void;
  /** One was set or changed by another process: its row is read and followed. */
  lookAt(alert: Pick<StoredAlert, 'accountId' | 'alertId'>, isSetAnew: boolean): Promise<void>;
  /** The same for all, of which no word may have come. */
  lookAtAll(): Promise<void>;
  /** Resolves when everything noted so far is written. */
  settled(): Promise<void>;
  stop(): void;
}

/** Reached by this price and not yet entered into the journal. */
interface Due {
  readonly entry: Waiting;
  readonly priceTicks: Ticks;
  readonly lastTicks: Ticks;
}

/**
 * Maximum number of journal entries in flight: where thousands wait at one round price, orders still find room in the
 * queue.
 */
const MOST_UNDER_WAY = 500;

export interface AlertWatchDeps {
  readonly store: Pick<AlertStore, 'active' | 'find' | 'setArmed'>;
  readonly ends: AlertEnds;
  readonly market: Pick<MarketView, 'quote' | 'tape' | 'onUpdate' | 'candles' | 'calendarOf' | 'nowMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'onDurable' | 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** When the journal ended that this process goes on from: until then another watched. */
  readonly watchedUntilMs: number;
  readonly onError: (error: unknown) => void;
}

/** Resolves when every active alert is watched; those that follow something, as soon as their bars are read. */
export async function watchAlerts(deps: AlertWatchDeps): Promise<AlertWatch> {
  const { store, ends, market, sequencer, clock, onError } = deps;
  const places = new WaitingPlaces({ market, onLevels: look, onReached: settle, onOver, onError });
  const entries = new Map<string, Waiting>();
  const beganMs = marketMs(deps.watchedUntilMs);
  /** Of each contract, the time of the newest trade that was stepped. */
  const steppedMs = new Map<string, number>();
  const due: Due[] = [];
  /** The journal had no room for them. */
  const refused: Due[] = [];
  let underWay = 0;
  /** Rows are being read of which some may have changed since; those that have, as the journal or a word tells. */
  let looks = 0;
  const changedMeanwhile = new Set<string>();
  let writes = Promise.resolve();
  let isStopped = false;

  /** Serialises writes, so that the newest state is written last. */
  function write(work: () => Promise<void>): void {
    writes = writes.then(work).catch(onError);
  }

  function turn(entry: Waiting, state: 'armed' | 'returning'): void {
    entry.state = state;
    entry.alert = { ...entry.alert, isArmed: state === 'armed', sinceMs: clock.nowMs() };
    const { alert } = entry;
    write(() => store.setArmed(alert));
    places.place(entry);
  }

  function isTooSoon({ isRepeating, reachedMs }: StoredAlert): boolean {
    return isRepeating && reachedMs !== null && clock.nowMs() - reachedMs < LIMITS.alertRepeatMs;
  }

  /** An instant of the engine's by the market's time: a recording has another. */
  function marketMs(engineMs: number): number {
    return engineMs - clock.nowMs() + market.nowMs();
  }

  function take(contractCode: string, trades: ReturnType<MarketView['tape']>): void {
    const fromMs = steppedMs.get(contractCode) ?? beganMs;
    for (const trade of trades) {
      if (trade.timeMs < fromMs) continue;
      steppedMs.set(contractCode, trade.timeMs);
      settle(places.reach(contractCode, trade), trade);
    }
    // The last of them may be older than what was stepped, or than an alert.
    if (trades.length > 0) look(contractCode);
  }

  /** Where the market is now counts for every alert, whatever happened while nothing watched. */
  function look(contractCode: string): void {
    const { lastTicks = null, lastMs = null } = market.quote(contractCode) ?? {};
    if (lastTicks === null) return;
    const reached = places.reach(contractCode, { priceTicks: lastTicks, timeMs: lastMs });
    settle(reached, { priceTicks: lastTicks, timeMs: null });
  }

  /** Without a time a price is where the market is now. */
  function settle(reached: readonly Waiting[], { priceTicks, timeMs }: LastPrice): void {
    for (const entry of reached) {
      if (timeMs !== null && timeMs < entry.sinceMs) places.place(entry);
      else if (entry.state === 'returning') turn(entry, 'armed');
      else if (isTooSoon(entry.alert)) turn(entry, 'returning');
      else notify(entry, priceTicks);
    }
  }

  function notify(entry: Waiting, lastTicks: Ticks): void {
    entry.state = 'telling';
    const { alert } = entry;
    const priceTicks = places.priceOf(alert) ?? lastTicks;
    // The engine asserts that the price was reached, and an average is a fraction.
    const reached = alert.direction === 'ABOVE' ? Math.min(priceTicks, lastTicks) : Math.max(priceTicks, lastTicks);
    due.push({ entry, priceTicks: reached, lastTicks });
    noteDue();
  }

  function noteDue(): void {
    while (underWay < MOST_UNDER_WAY) {
      const next = due.shift();
      if (!next) return;
      // Paused, moved or deleted before it was entered.
      if (entries.get(next.entry.alert.alertId) === next.entry) void noteOne(next);
    }
  }

  async function noteOne(next: Due): Promise<void> {
    const asked = next.entry.alert;
    underWay += 1;
    try {
      const notedMs = await noted(next);
      if (notedMs !== null) notified(asked, notedMs);
    } catch (error) {
      onError(error);
    }
    underWay -= 1;
    noteDue();
  }

  /** When the journal recorded it; null if it could not. */
  async function noted(next: Due): Promise<number | null> {
    const { entry, priceTicks, lastTicks } = next;
    const { accountId, waitId, contractCode, direction, note } = entry.alert;
    try {
      const { command } = await sequencer.submit({
        kind: 'noteAlert',
        ...{ accountId, alertId: waitId, contractCode, direction, priceTicks, lastTicks, note },
      });
      return command.timeMs;
    } catch {
      // The queue is full or closing. Its price may be gone: it goes once a batch is written.
      refused.push(next);
      return null;
    }
  }

  /** Applies what the journal did to the row; if it was paused and rearmed meanwhile, it is still the same row. */
  function notified(asked: StoredAlert, timeMs: number): void {
    noteChange(asked.alertId);
    const alert = entries.get(asked.alertId)?.alert;
    if (!alert || !isOneWait(alert, asked)) return;
    drop(alert.alertId);
    if (!alert.isRepeating) return;
    enter({ ...alert, reachedMs: timeMs, isArmed: false });
    look(alert.contractCode);
  }

  function enter(alert: StoredAlert): void {
    const state = alert.isArmed ? 'armed' : 'returning';
    const entry: Waiting = { alert, state, sinceMs: marketMs(alert.sinceMs) };
    entries.set(alert.alertId, entry);
    places.place(entry);
  }

  function noteChange(alertId: string): void {
    if (looks > 0) changedMeanwhile.add(alertId);
  }

  function drop(alertId: string): void {
    noteChange(alertId);
    const entry = entries.get(alertId);
    if (!entry) return;
    entries.delete(alertId);
    places.remove(entry);
  }

  /** Removes alerts of contracts after their last day. */
  function endOver(): void {
    for (const { alert } of entries.values()) {
      if (!isOver(sequencer.state, alert.contractCode)) continue;
      drop(alert.alertId);
      write(() => ends.end(alert, 'ContractEnded'));
    }
  }

  function onOver({ alert }: Waiting): void {
    entries.delete(alert.alertId);
    write(() => ends.end(alert, 'AlertLineEnded'));
  }

  function put(alert: StoredAlert): void {
    drop(alert.alertId);
    enter(alert);
    look(alert.contractCode);
  }

  function amend({ alertId, isActive, isRepeating, note }: StoredAlert): void {
    noteChange(alertId);
    const known = entries.get(alertId);
    if (!known) return;
    if (isActive) known.alert = { ...known.alert, isRepeating, note };
    else drop(alertId);
  }

  function follow(alertId: string, row: StoredAlert | undefined, isSetAnew: boolean): void {
    const known = entries.get(alertId);
    const isSame = row !== undefined && known !== undefined && isOneWait(known.alert, row);
    if (!row?.isActive) drop(alertId);
    else if (isSame && (!isSetAnew || known.state === 'telling')) amend(row);
    else put(row);
  }

  async function whileLooking(read: () => Promise<void>): Promise<void> {
    looks += 1;
    try {
      await read();
    } finally {
      looks -= 1;
      if (looks === 0) changedMeanwhile.clear();
    }
  }

  /** What has changed while it was read is read again: it would be told of twice, or wait where it no longer does. */
  function lookAt({ accountId, alertId }: Pick<StoredAlert, 'accountId' | 'alertId'>, isSetAnew: boolean) {
    return whileLooking(async () => {
      for (;;) {
        changedMeanwhile.delete(alertId);
        const row = await store.find(accountId, alertId);
        if (!changedMeanwhile.has(alertId)) return follow(alertId, row, isSetAnew);
      }
    });
  }

  function lookAtAll(): Promise<void> {
    places.retry();
    return whileLooking(async () => {
      const watched = [...entries.values()].map(({ alert }) => alert);
      const active = new Map((await store.active()).map((alert) => [alert.alertId, alert]));
      for (const [alertId, row] of active) {
        if (changedMeanwhile.has(alertId)) await lookAt(row, false);
        else follow(alertId, row, false);
      }
      for (const alert of watched) if (!active.has(alert.alertId)) await lookAt(alert, false);
    });
  }

  sequencer.onDurable((steps) => {
    due.unshift(...refused.splice(0));
    noteDue();
    const isDateOver = steps.some(({ events }) => events.some(({ kind }) => kind === 'tradeDateBegan'));
    if (isDateOver && !isStopped) endOver();
  });
  for (const alert of await store.active()) enter(alert);
  endOver();
  for (const contractCode of places.contractCodes) {
    take(contractCode, [...market.tape(contractCode, null, TAPE_LENGTH)].reverse());
    look(contractCode);
  }
  // In the same turn: what came until now is on the tape.
  market.onUpdate((updates) => {
    if (isStopped) return;
    for (const { contractCode, trades, hasGap } of updates) {
      if (hasGap) places.mend(contractCode);
      take(contractCode, trades ?? []);
    }
  });

  return {
    ...{ put, amend, drop, lookAt, lookAtAll },
    async settled() {
      await places.settled();
      await writes;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Whether both wait for the same since the same notification. */
function isOneWait(a: StoredAlert, b: StoredAlert): boolean {
  return a.waitId === b.waitId && a.reachedMs === b.reachedMs;
}
