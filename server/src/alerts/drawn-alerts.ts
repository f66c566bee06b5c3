/**
 * Alerts go with the drawing that they follow, whichever device moved or deleted it and whenever that is known here
 * (record 193): what the investor's devices have left of a drawing is compared with its alerts, so a word that is lost
 * or comes twice changes nothing.
 */
import type { KeepsakeValue } from '@mua/contract/entities/keepsake';
import { type AlertDirection, type PriceGrid, priceFromText, type Ticks } from '@mua/core/values';
import { EXTENDS, goesOn, type MovingLevel } from '@mua/core/values/moving-level';
import { readLevels } from '#alerts/alert-levels.ts';
import { type AlertStore, type DrawnSince, newName, type StoredAlert } from '#alerts/alert-store.ts';
import { type AlertGround, marketTicks } from '#alerts/alert-terms.ts';
import type { AlertChanges } from '#alerts/alert-words.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';

export interface DrawnAlertsDeps extends AlertGround {
  readonly store: AlertStore;
  readonly watch: AlertChanges;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly exclusively: KeyedMutex;
}

type Drawing = KeepsakeValue<'drawing'>;
type Drawn = Pick<StoredAlert, 'priceTicks' | 'follows'>;

/** Moves and ends alerts as their drawings were; returns when that is stored. One that can't be holds up no other. */
export async function followDrawings(deps: DrawnAlertsDeps, since: DrawnSince): Promise<void> {
  const faults: unknown[] = [];
  for (const { alert, drawing } of await deps.store.drawn(since)) {
    if (isInStep(alert, drawing as Drawing | null, deps.grids(alert.contractCode))) continue;
    try {
      await deps.exclusively(alert.accountId, () => followOne(deps, alert));
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} alerts did not follow their drawings`);
}

/** Reads both again: they may have changed until it was this one's turn. */
async function followOne(deps: DrawnAlertsDeps, { accountId, alertId }: StoredAlert): Promise<void> {
  const { store, watch } = deps;
  for (;;) {
    const found = await store.drawnOne(accountId, alertId);
    if (!found) return;
    const { alert } = found;
    const drawing = found.drawing as Drawing | null;
    if (isInStep(alert, drawing, deps.grids(alert.contractCode))) return;
    if (drawing === null) {
      await store.end(alert, 'AlertLineDeleted');
      return watch.drop(alertId);
    }
    const drawn = drawnBy(alert, drawing, deps.grids(alert.contractCode));
    if (!drawn) return;
    const isActive = alert.isActive || alert.endReason !== null;
    const changed = await store.change(alert, {
      ...alert,
      ...drawn,
      direction: await directionNow(deps, alert, drawn),
      waitId: newName(),
      sinceMs: deps.clock.nowMs(),
      isActive,
      isArmed: true,
      reachedMs: isActive ? null : alert.reachedMs,
      endReason: null,
    });
    if (!changed) continue;
    if (changed.isActive) watch.put(changed);
    return;
  }
}

function isInStep(alert: StoredAlert, drawing: Drawing | null, grid: PriceGrid): boolean {
  if (drawing === null) return !alert.isActive;
  // What ended with its contract stays so.
  if (alert.endReason === 'ContractEnded') return true;
  const drawn = drawnBy(alert, drawing, grid);
  return !drawn || (alert.endReason !== 'AlertLineDeleted' && isSame(alert, drawn));
}

function isSame(one: Drawn, other: Drawn): boolean {
  if (one.priceTicks !== other.priceTicks) return false;
  const [line, drawn] = [one.follows, other.follows];
  if (line?.kind !== 'line' || drawn?.kind !== 'line') return line === drawn;
  const points = [
    [line.from, drawn.from],
    [line.to, drawn.to],
  ] as const;
  return line.isExtended === drawn.isExtended && points.every(([a, b]) => a.timeMs === b.timeMs && a.ticks === b.ticks);
}

/** Null where it is no such drawing any more, or lies between two prices of the contract. */
function drawnBy({ follows }: StoredAlert, { tool, points, extend }: Drawing, grid: PriceGrid): Drawn | null {
  const [first, second] = points.map(({ timeMs, price }) => {
    const reading = priceFromText(price, grid);
    return reading.kind === 'price' && timeMs >= 0 ? { timeMs: Math.round(timeMs), ticks: reading.ticks } : null;
  });
  if (!first) return null;
  if (follows === null) return tool === 'horizontal' ? { priceTicks: first.ticks, follows: null } : null;
  if (follows.kind !== 'line' || !second) return null;
  const extent = EXTENDS.find((known) => known === extend) ?? (tool === 'ray' ? 'ray' : 'segment');
  const isExtended = goesOn(extent, first.timeMs, second.timeMs);
  return { priceTicks: null, follows: { ...follows, from: first, to: second, isExtended } };
}

/** From the market to where it is now; where that is unknown, as before. One that is met at once is told at once. */
async function directionNow(
  ground: AlertGround,
  { contractCode, direction }: StoredAlert,
  { priceTicks, follows }: Drawn,
): Promise<AlertDirection> {
  const market = marketTicks(ground, contractCode);
  const met = follows ? await metNow(ground, contractCode, follows) : priceTicks;
  if (market === null || met === null || met === market) return direction;
  return met < market ? 'BELOW' : 'ABOVE';
}

async function metNow({ market }: AlertGround, contractCode: string, follows: MovingLevel): Promise<Ticks | null> {
  const [level] = await readLevels(market, [{ contractCode, follows }]);
  return level?.kind === 'at' ? level.met : null;
}
