/** Price alert routes: terms are checked against the contract and the market, stored, and watched from then on. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { createPriceAlert, deletePriceAlert, listPriceAlerts, updatePriceAlert } from '@mua/contract/http/price-alerts';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf } from '@mua/contract/route';
import type { AlertDirection } from '@mua/core/values';
import type { LevelReading } from '@mua/core/values/moving-level';
import { readLevels } from '#alerts/alert-levels.ts';
import { type AlertStore, type AlertTerms, newName, type StoredAlert } from '#alerts/alert-store.ts';
import { type AlertGround, assertAhead, directionTo, levelToSet } from '#alerts/alert-terms.ts';
import { alertToWire, followsFromWire, readPrice } from '#alerts/alert-wire.ts';
import type { AlertChanges } from '#alerts/alert-words.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface AlertRouteDeps extends AlertGround {
  readonly store: AlertStore;
  readonly watch: AlertChanges;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly exclusively: KeyedMutex;
}

export function bindAlertRoutes(bind: Bind, deps: AlertRouteDeps): void {
  const { store, watch, exclusively } = deps;
  const reply = async (alert: StoredAlert): Promise<PriceAlert> => toWire(alert, deps, await levelsOf(deps, [alert]));

  bind(listPriceAlerts, async ({ params }) => {
    const alerts = await store.ofAccount(params.accountId);
    const levels = await levelsOf(deps, alerts);
    return ok({ items: alerts.map((alert) => toWire(alert, deps, levels)), nextCursor: null });
  });
  bind(createPriceAlert, ({ params: { accountId }, body }) =>
    exclusively(accountId, async () => {
      const asked = askedFor(deps, body);
      const same = await store.sameActive({ ...asked, accountId });
      if (same) return ok(await reply(same));
      // A repeated request may find the alert reached meanwhile: only a new one must be ahead of the market.
      const alert = await newAlert(deps, accountId, asked);
      await admitOneMore(store, accountId);
      await store.insert(alert);
      watch.put(alert);
      await store.trim(accountId);
      return { status: 201 as const, body: await reply(alert) };
    }),
  );
  bind(updatePriceAlert, ({ params: { accountId, alertId }, body }) =>
    exclusively(accountId, async () => {
      for (;;) {
        const alert = await store.find(accountId, alertId);
        if (!alert) throw replyError('PriceAlertNotFound', {});
        const { terms, isSetAnew } = await changedTerms(deps, alert, body);
        if (terms.isActive && !alert.isActive) await admitOneMore(store, accountId);
        const changed = await store.change(alert, terms);
        if (!changed) continue;
        if (isSetAnew) watch.put(changed);
        else watch.amend(changed);
        return ok(await reply(changed));
      }
    }),
  );
  bind(deletePriceAlert, ({ params: { accountId, alertId } }) =>
    exclusively(accountId, async () => {
      if (await store.remove(accountId, alertId)) watch.drop(alertId);
      return ok({ alertId });
    }),
  );
}

type Levels = ReadonlyMap<string, LevelReading>;

/** Of those that follow something. */
async function levelsOf({ market }: AlertGround, alerts: readonly StoredAlert[]): Promise<Levels> {
  const following = alerts.flatMap(({ alertId, contractCode, follows }) =>
    follows ? [{ alertId, contractCode, follows }] : [],
  );
  const levels = await readLevels(market, following);
  return new Map(following.map(({ alertId }, place) => [alertId, levels[place] ?? { kind: 'none' }]));
}

function toWire(alert: StoredAlert, { grids }: AlertGround, levels: Levels): PriceAlert {
  return alertToWire(alert, { grid: grids(alert.contractCode), level: levels.get(alert.alertId) ?? null });
}

async function admitOneMore(store: AlertStore, accountId: string): Promise<void> {
  const max = LIMITS.priceAlerts;
  if ((await store.countActive(accountId)) >= max) throw replyError('TooManyPriceAlerts', { max });
}

type Asked = Pick<StoredAlert, 'contractCode' | 'priceTicks' | 'follows' | 'drawingKey' | 'isRepeating' | 'note'> & {
  /** Null where it follows from a level that a repeated request need not have any more. */
  readonly direction: AlertDirection | null;
};

function askedFor(ground: AlertGround, body: BodyOf<typeof createPriceAlert>): Asked {
  const { contractCode, isRepeating = false, note = '', price, follows, drawingId } = body;
  const listed = ground.state.contracts.get(contractCode);
  if (!listed) throw replyError('ContractNotFound', { code: contractCode });
  if ((price === undefined) === (follows === undefined)) throw replyError('BadRequest', { field: 'price' });
  if (follows?.kind === 'average' ? drawingId !== undefined : follows && drawingId === undefined)
    throw replyError('BadRequest', { field: 'drawingId' });
  const grid = ground.grids(contractCode);
  const priceTicks = price === undefined ? null : readPrice(price, grid);
  return {
    ...{ contractCode, priceTicks, isRepeating, note },
    follows: follows ? followsFromWire(follows, grid) : null,
    direction: body.direction ?? (priceTicks === null ? null : directionTo(ground, contractCode, priceTicks)),
    drawingKey: drawingId === undefined ? null : `${listed.commodity.code} ${drawingId}`,
  };
}

async function newAlert({ clock, ...ground }: AlertRouteDeps, accountId: string, asked: Asked): Promise<StoredAlert> {
  const level = await levelToSet(ground, asked);
  const direction = asked.direction ?? directionTo(ground, asked.contractCode, level.met);
  assertAhead(ground, { ...asked, direction }, level);
  const createdMs = clock.nowMs();
  return {
    ...asked,
    direction,
    accountId,
    alertId: newName(),
    waitId: newName(),
    createdMs,
    sinceMs: createdMs,
    reachedMs: null,
    isActive: true,
    isArmed: true,
    endReason: null,
  };
}

/** A new price or direction must be ahead of the market; a note alone may always change. */
async function changedTerms(
  deps: AlertRouteDeps,
  alert: StoredAlert,
  body: BodyOf<typeof updatePriceAlert>,
): Promise<{ readonly terms: AlertTerms; readonly isSetAnew: boolean }> {
  const { contractCode, follows } = alert;
  const { price, isRepeating = alert.isRepeating, note = alert.note, isActive = alert.isActive } = body;
  // What it follows, and a drawing, are moved on the chart.
  if (price !== undefined && (follows || alert.drawingKey !== null)) throw replyError('BadRequest', { field: 'price' });
  const priceTicks = price === undefined ? alert.priceTicks : readPrice(price, deps.grids(contractCode));
  const isMoved = priceTicks !== alert.priceTicks;
  const isTurned = body.direction !== undefined && body.direction !== alert.direction;
  const isSetAnew = isActive && (isMoved || isTurned || !alert.isActive);
  const target = { contractCode, priceTicks, follows };
  let direction = body.direction ?? alert.direction;
  if (isSetAnew || isMoved) {
    if (await deps.store.isDrawingGone(alert)) throw replyError('AlertLineGone', {});
    const level = await levelToSet(deps, target);
    // A line or an average may be on the other side of the market by now.
    if (body.direction === undefined && (isMoved || follows)) direction = directionTo(deps, contractCode, level.met);
    if (isSetAnew) assertAhead(deps, { ...target, direction }, level);
  }
  const isOther = isMoved || direction !== alert.direction;
  const terms = {
    ...{ direction, priceTicks, follows, isRepeating, note, isActive },
    sinceMs: isSetAnew ? deps.clock.nowMs() : alert.sinceMs,
    waitId: isOther ? newName() : alert.waitId,
    isArmed: isSetAnew || alert.isArmed,
    // The new price has not been reached yet.
    reachedMs: isMoved ? null : alert.reachedMs,
    endReason: isSetAnew ? null : alert.endReason,
  };
  return { terms, isSetAnew };
}
