/**
 * Watches the market for price alerts. A reached alert is entered into the journal, whose statement writes the message
 * and updates the alert's row, so that a crash at any time notifies exactly once: before the commit the alert is still
 * active, after it the message is stored. The side on which an alert waits is stored in its row, so a start continues
 * from there.
 * A repeating alert waits, after its notification, until the market is a tick back on the other side; reaching it again
 * within a minute is ignored.
 */
import { LIMITS } from '@mua/contract/limits';
import { type EngineState, tradeDateOf } from '@mua/core/engine';
import type { Ticks } from '@mua/core/values';
import { type AlertIndex, createAlertIndex } from '#alerts/alert-index.ts';
import type { AlertStore, StoredAlert } from '#alerts/alert-store.ts';
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

interface Waiting {
  alert: StoredAlert;
  /** Waits for the price, for the market to move back, or for the journal. */
  state: 'armed' | 'returning' | 'telling';
}

/** Reached by this price and not yet entered into the journal. */
interface Due {
  readonly entry: Waiting;
  readonly lastTicks: Ticks;
}

/**
 * Maximum number of journal entries in flight: where thousands wait at one round price, orders still find room in the
 * queue.
 */
const MOST_UNDER_WAY = 500;

export interface AlertWatchDeps {
  readonly store: Pick<AlertStore, 'active' | 'find' | 'setArmed' | 'end'>;
  readonly market: Pick<MarketView, 'quote' | 'onUpdate'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'onDurable' | 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly onError: (error: unknown) => void;
}

/** Resolves when every active alert is watched. */
export async function watchAlerts(deps: AlertWatchDeps): Promise<AlertWatch> {
  const { store, market, sequencer, clock, onError } = deps;
  const indexes = new Map<string, AlertIndex<Waiting>>();
  const entries = new Map<string, Waiting>();
  const due: Due[] = [];
  let underWay = 0;
  /** Rows are being read that the journal may have changed since; those that it has. */
  let looks = 0;
  const reachedMeanwhile = new Set<string>();
  let writes = Promise.resolve();
  let isStopped = false;

  function indexOf(contractCode: string): AlertIndex<Waiting> {
    const known = indexes.get(contractCode);
    if (known) return known;
    const index = createAlertIndex<Waiting>();
    indexes.set(contractCode, index);
    return index;
  }

  /** Serialises writes, so that the newest state is written last. */
  function write(work: () => Promise<void>): void {
    writes = writes.then(work).catch(onError);
  }

  function place(entry: Waiting): void {
    const { contractCode, direction, priceTicks } = entry.alert;
    const index = indexOf(contractCode);
    const isArmed = entry.state === 'armed';
    const back = direction === 'ABOVE' ? -1 : 1;
    const ticks = isArmed ? priceTicks : priceTicks + back;
    if ((direction === 'ABOVE') === isArmed) index.addUp(ticks, entry);
    else index.addDown(ticks, entry);
  }

  function turn(entry: Waiting, state: 'armed' | 'returning'): void {
    entry.state = state;
    entry.alert = { ...entry.alert, isArmed: state === 'armed' };
    const { alert } = entry;
    write(() => store.setArmed(alert, alert.isArmed));
    place(entry);
  }

  function isTooSoon({ isRepeating, reachedMs }: StoredAlert): boolean {
    return isRepeating && reachedMs !== null && clock.nowMs() - reachedMs < LIMITS.alertRepeatMs;
  }

  function step(contractCode: string, lastTicks: Ticks): void {
    for (const entry of indexes.get(contractCode)?.reach(lastTicks) ?? []) {
      if (entry.state === 'returning') turn(entry, 'armed');
      else if (isTooSoon(entry.alert)) turn(entry, 'returning');
      else notify(entry, lastTicks);
    }
  }

  function notify(entry: Waiting, lastTicks: Ticks): void {
    entry.state = 'telling';
    due.push({ entry, lastTicks });
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
  async function noted({ entry, lastTicks }: Due): Promise<number | null> {
    const { accountId, alertId, contractCode, direction, priceTicks, note } = entry.alert;
    try {
      const { command } = await sequencer.submit({
        kind: 'noteAlert',
        ...{ accountId, alertId, contractCode, direction, priceTicks, lastTicks, note },
      });
      return command.timeMs;
    } catch {
      // The queue is full or closing: the alert stays active, and the next price finds it.
      entry.state = 'armed';
      if (entries.get(alertId) === entry) place(entry);
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
    place(entry);
  }

  /** Checks against the current market, for what happened while nothing watched. */
  function look(contractCode: string): void {
    const lastTicks = market.quote(contractCode)?.lastTicks ?? null;
    if (lastTicks !== null) step(contractCode, lastTicks);
  }

  function drop(alertId: string): void {
    const entry = entries.get(alertId);
    if (!entry) return;
    entries.delete(alertId);
    indexes.get(entry.alert.contractCode)?.remove(entry);
  }

  /** Removes alerts of contracts after their last day. */
  function endOver(): void {
    for (const [alertId, { alert }] of entries) {
      if (!isOver(sequencer.state, alert.contractCode)) continue;
      drop(alertId);
      write(() => store.end(alertId, 'ContractEnded'));
    }
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
    return whileLooking(async () => {
      const watched = [...entries.values()].map(({ alert }) => alert);
      const active = new Map((await store.active()).map((alert) => [alert.alertId, alert]));
      for (const [alertId, row] of active) if (!reachedMeanwhile.has(alertId)) follow(alertId, row, false);
      for (const alert of watched) if (!active.has(alert.alertId)) await lookAt(alert, false);
    });
  }

  market.onUpdate((updates) => {
    if (isStopped) return;
    for (const { contractCode, trades } of updates) {
      if (!trades || !indexes.get(contractCode)?.size) continue;
      for (const { priceTicks } of trades) step(contractCode, priceTicks);
    }
  });
  sequencer.onDurable((steps) => {
    const isDateOver = steps.some(({ events }) => events.some(({ kind }) => kind === 'tradeDateBegan'));
    if (isDateOver && !isStopped) endOver();
  });
  for (const alert of await store.active()) enter(alert);
  endOver();
  for (const contractCode of indexes.keys()) look(contractCode);

  return {
    ...{ put, amend, drop, lookAt, lookAtAll },
    settled: () => writes,
    stop() {
      isStopped = true;
    },
  };
}

/** Whether both wait for the same price since the same notification. */
function isOneWait(a: StoredAlert, b: StoredAlert): boolean {
  return a.direction === b.direction && a.priceTicks === b.priceTicks && a.reachedMs === b.reachedMs;
}

/** Whether the contract will never trade again. */
export function isOver(state: EngineState, contractCode: string): boolean {
  const listed = state.contracts.get(contractCode);
  return listed !== undefined && tradeDateOf(state, listed) > listed.contract.lastTradeDay;
}
