/**
 * Watches the market for price alerts: each waits where its price or level is (waiting-places.ts). A reached alert is
 * entered into the journal, whose statement writes the message and updates the alert's row, so that a crash at any time
 * notifies exactly once: before the commit the alert is still active, after it the message is stored. The side on which an alert waits is stored in its row, so a start continues
 * from there.
 * A repeating alert waits, after its notification, until the market is a tick back on the other side; reaching it again
 * within a minute is ignored.
 */
import { LIMITS } from '@mua/contract/limits';
import { type EngineState, tradeDateOf } from '@mua/core/engine';
import type { Ticks } from '@mua/core/values';
import type { AlertStore, StoredAlert } from '#alerts/alert-store.ts';
import type { LastPrice } from '#alerts/growing-closes.ts';
import type { Waiting } from '#alerts/waiting.ts';
import { WaitingPlaces } from '#alerts/waiting-places.ts';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';

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
  readonly store: Pick<AlertStore, 'active' | 'find' | 'setArmed' | 'end'>;
  readonly market: Pick<MarketView, 'quote' | 'onUpdate' | 'candles' | 'calendarOf' | 'nowMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'onDurable' | 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly onError: (error: unknown) => void;
}

/** Resolves when every active alert is watched; those that follow something, as soon as their bars are read. */
export async function watchAlerts(deps: AlertWatchDeps): Promise<AlertWatch> {
  const { store, market, sequencer, clock, onError } = deps;
  const places = new WaitingPlaces({ market, onLevels: look, onOver, onError });
  const entries = new Map<string, Waiting>();
  const due: Due[] = [];
  let underWay = 0;
  /** Rows are being read that the journal may have changed since; those that it has. */
  let looks = 0;
  const reachedMeanwhile = new Set<string>();
  let writes = Promise.resolve();
  let isStopped = false;

  /** Serialises writes, so that the newest state is written last. */
  function write(work: () => Promise<void>): void {
    writes = writes.then(work).catch(onError);
  }

  function turn(entry: Waiting, state: 'armed' | 'returning'): void {
    entry.state = state;
    entry.alert = { ...entry.alert, isArmed: state === 'armed' };
    const { alert } = entry;
    write(() => store.setArmed(alert, alert.isArmed));
    places.place(entry);
  }

  function isTooSoon({ isRepeating, reachedMs }: StoredAlert): boolean {
    return isRepeating && reachedMs !== null && clock.nowMs() - reachedMs < LIMITS.alertRepeatMs;
  }

  function step(contractCode: string, last: LastPrice): void {
    for (const entry of places.reach(contractCode, last)) {
      if (entry.state === 'returning') turn(entry, 'armed');
      else if (isTooSoon(entry.alert)) turn(entry, 'returning');
      else notify(entry, last.priceTicks);
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
  async function noted({ entry, priceTicks, lastTicks }: Due): Promise<number | null> {
    const { accountId, alertId, waitId, contractCode, direction, note } = entry.alert;
    try {
      const { command } = await sequencer.submit({
        kind: 'noteAlert',
        ...{ accountId, alertId: waitId, contractCode, direction, priceTicks, lastTicks, note },
      });
      return command.timeMs;
    } catch {
      // The queue is full or closing: the alert stays active, and the next price finds it.
      entry.state = 'armed';
      if (entries.get(alertId) === entry) places.place(entry);
      return null;
    }
  }

  /** Applies what the journal did to the row; if it was paused and rearmed meanwhile, it is still the same row. */
  function notified(asked: StoredAlert, timeMs: number): void {
    if (looks > 0) reachedMeanwhile.add(asked.alertId);
    const alert = entries.get(asked.alertId)?.alert;
    if (!alert || !isOneWait(alert, asked)) return;
    drop(alert.alertId);
    if (!alert.isRepeating) return;
    enter({ ...alert, reachedMs: timeMs, isArmed: false });
    look(alert.contractCode);
  }

  function enter(alert: StoredAlert): void {
    const entry: Waiting = { alert, state: alert.isArmed ? 'armed' : 'returning' };
    entries.set(alert.alertId, entry);
    places.place(entry);
  }

  /** Checks against the current market, for what happened while nothing watched. */
  function look(contractCode: string): void {
    const { lastTicks = null, lastMs = null } = market.quote(contractCode) ?? {};
    if (lastTicks !== null) step(contractCode, { priceTicks: lastTicks, timeMs: lastMs });
  }

  function drop(alertId: string): void {
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
      write(() => store.end(alert, 'ContractEnded'));
    }
  }

  function onOver({ alert }: Waiting): void {
    entries.delete(alert.alertId);
    write(() => store.end(alert, 'AlertLineEnded'));
  }

  function put(alert: StoredAlert): void {
    drop(alert.alertId);
    enter(alert);
    look(alert.contractCode);
  }

  function amend({ alertId, isActive, isRepeating, note }: StoredAlert): void {
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
      if (looks === 0) reachedMeanwhile.clear();
    }
  }

  /** What was reached while it was read is read again, or it would be told of twice. */
  function lookAt({ accountId, alertId }: Pick<StoredAlert, 'accountId' | 'alertId'>, isSetAnew: boolean) {
    return whileLooking(async () => {
      for (;;) {
        reachedMeanwhile.delete(alertId);
        const row = await store.find(accountId, alertId);
        if (!reachedMeanwhile.has(alertId)) return follow(alertId, row, isSetAnew);
      }
    });
  }

  function lookAtAll(): Promise<void> {
    places.retry();
    return whileLooking(async () => {
      const watched = [...entries.values()].map(({ alert }) => alert);
      const active = new Map((await store.active()).map((alert) => [alert.alertId, alert]));
      for (const [alertId, row] of active) if (!reachedMeanwhile.has(alertId)) follow(alertId, row, false);
      for (const alert of watched) if (!active.has(alert.alertId)) await lookAt(alert, false);
    });
  }

  market.onUpdate((updates) => {
    if (isStopped) return;
    for (const { contractCode, trades, hasGap } of updates) {
      if (hasGap) places.mend(contractCode);
      for (const trade of trades ?? []) step(contractCode, trade);
    }
  });
  sequencer.onDurable((steps) => {
    const isDateOver = steps.some(({ events }) => events.some(({ kind }) => kind === 'tradeDateBegan'));
    if (isDateOver && !isStopped) endOver();
  });
  for (const alert of await store.active()) enter(alert);
  endOver();
  for (const contractCode of places.contractCodes) look(contractCode);

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

/** Whether the contract will never trade again. */
export function isOver(state: EngineState, contractCode: string): boolean {
  const listed = state.contracts.get(contractCode);
  return listed !== undefined && tradeDateOf(state, listed) > listed.contract.lastTradeDay;
}
