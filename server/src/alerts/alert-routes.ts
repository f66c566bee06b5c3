/** Price alert routes: terms are checked against the contract and the market, stored, and watched from then on. */
import { randomBytes } from 'node:crypto';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { createPriceAlert, deletePriceAlert, listPriceAlerts, updatePriceAlert } from '@mua/contract/http/price-alerts';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf } from '@mua/contract/route';
import type { EngineState } from '@mua/core/engine';
import {
  type AlertDirection,
  alertRange,
  isInAlertRange,
  type PriceGrid,
  priceFromText,
  priceToText,
  type Ticks,
  tickText,
} from '@mua/core/values';
import type { AlertStore, AlertTerms, StoredAlert } from '#alerts/alert-store.ts';
import { isOver } from '#alerts/alert-watch.ts';
import type { AlertChanges } from '#alerts/alert-words.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { MarketView } from '#market/market-view.ts';
import type { Grids } from '#orders/order-wire.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

export interface AlertRouteDeps {
  readonly store: AlertStore;
  readonly watch: AlertChanges;
  readonly state: EngineState;
  readonly market: Pick<MarketView, 'quote'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly grids: Grids;
  readonly exclusively: KeyedMutex;
}

export function bindAlertRoutes(bind: Bind, deps: AlertRouteDeps): void {
  const { store, watch, clock, grids, exclusively } = deps;
  const reply = (alert: StoredAlert): PriceAlert => alertToWire(alert, grids(alert.contractCode));

  bind(listPriceAlerts, async ({ params }) => {
    const alerts = await store.ofAccount(params.accountId);
    return ok({ items: alerts.map(reply), nextCursor: null });
  });
  bind(createPriceAlert, ({ params: { accountId }, body }) =>
    exclusively(accountId, async () => {
      const alert = newAlert(deps, accountId, body);
      const same = await store.sameActive(alert);
      if (same) return ok(reply(same));
      // A repeated request may find the alert reached meanwhile: only a new one must be ahead of the market.
      assertAhead(deps, alert);
      await admitOneMore(store, accountId);
      await store.insert(alert);
      watch.put(alert);
      await store.trim(accountId);
      return { status: 201 as const, body: reply(alert) };
    }),
  );
  bind(updatePriceAlert, ({ params: { accountId, alertId }, body }) =>
    exclusively(accountId, async () => {
      for (;;) {
        const alert = await store.find(accountId, alertId);
        if (!alert) throw replyError('PriceAlertNotFound', {});
        const { terms, isSetAnew } = changedTerms(deps, alert, body);
        if (terms.isActive && !alert.isActive) await admitOneMore(store, accountId);
        const changed = await store.change(alert, terms);
        if (!changed) continue;
        if (isSetAnew) watch.put(changed);
        else watch.amend(changed);
        return ok(reply(changed));
      }
    }),
  );
  bind(deletePriceAlert, ({ params: { accountId, alertId } }) =>
    exclusively(accountId, async () => {
      if (await store.remove(accountId, alertId)) watch.drop(alertId);
      return ok({ alertId });
    }),
  );

  function newAlert(of: AlertRouteDeps, accountId: string, body: BodyOf<typeof createPriceAlert>): StoredAlert {
    const { contractCode, isRepeating = false, note = '' } = body;
    if (!of.state.contracts.has(contractCode)) throw replyError('ContractNotFound', { code: contractCode });
    const priceTicks = readPrice(body.price, grids(contractCode));
    const direction = body.direction ?? directionTo(of, contractCode, priceTicks);
    return {
      alertId: randomBytes(12).toString('base64url'),
      accountId,
      contractCode,
      direction,
      priceTicks,
      isRepeating,
      note,
      createdMs: clock.nowMs(),
      reachedMs: null,
      isActive: true,
      isArmed: true,
      endReason: null,
    };
  }
}

async function admitOneMore(store: AlertStore, accountId: string): Promise<void> {
  const max = LIMITS.priceAlerts;
  if ((await store.countActive(accountId)) >= max) throw replyError('TooManyPriceAlerts', { max });
}

/** A new price or direction must be ahead of the market; a note alone may always change. */
function changedTerms(
  deps: AlertRouteDeps,
  alert: StoredAlert,
  body: BodyOf<typeof updatePriceAlert>,
): { readonly terms: AlertTerms; readonly isSetAnew: boolean } {
  const { contractCode } = alert;
  const { price, isRepeating = alert.isRepeating, note = alert.note, isActive = alert.isActive } = body;
  const priceTicks = price === undefined ? alert.priceTicks : readPrice(price, deps.grids(contractCode));
  const isMoved = priceTicks !== alert.priceTicks;
  const direction = body.direction ?? (isMoved ? directionTo(deps, contractCode, priceTicks) : alert.direction);
  const isSetAnew = isActive && (isMoved || direction !== alert.direction || !alert.isActive);
  if (isSetAnew) assertAhead(deps, { contractCode, direction, priceTicks });
  const isArmed = isSetAnew || alert.isArmed;
  // The new price has not been reached yet.
  const reachedMs = isMoved ? null : alert.reachedMs;
  return { terms: { direction, priceTicks, isRepeating, note, isActive, isArmed, reachedMs }, isSetAnew };
}

/** The market's price: the last trade, or before the first one the settlement price. */
function marketTicks({ market, state }: AlertRouteDeps, contractCode: string): Ticks | null {
  const quote = market.quote(contractCode);
  return quote?.lastTicks ?? quote?.settlementTicks ?? state.contracts.get(contractCode)?.settlementTicks ?? null;
}

function directionTo(deps: AlertRouteDeps, contractCode: string, priceTicks: Ticks): AlertDirection {
  const ticks = marketTicks(deps, contractCode);
  if (ticks === null) throw replyError('BadRequest', { field: 'direction' });
  return priceTicks < ticks ? 'BELOW' : 'ABOVE';
}

/**
 * Refuses a price that the market has reached already, which is on the screen anyway, and one too far away to be
 * reached.
 */
function assertAhead(
  deps: AlertRouteDeps,
  { contractCode, direction, priceTicks }: Pick<StoredAlert, 'contractCode' | 'direction' | 'priceTicks'>,
): void {
  const { state, grids } = deps;
  if (isOver(state, contractCode)) {
    const date = state.contracts.get(contractCode)?.contract.lastTradeDay ?? '';
    throw replyError('ContractExpired', { contract: contractCode, date });
  }
  const ticks = marketTicks(deps, contractCode);
  if (ticks === null) return;
  const text = (each: number) => priceToText(each, grids(contractCode));
  if (direction === 'ABOVE' ? ticks >= priceTicks : ticks <= priceTicks) {
    throw replyError('PriceAlertReached', { price: text(priceTicks), last: text(ticks) });
  }
  const range = alertRange(ticks);
  if (isInAlertRange(priceTicks, range)) return;
  const bounds = { lower: text(range.lowerTicks), upper: text(range.upperTicks) };
  throw replyError('PriceAlertTooFar', { price: text(priceTicks), ...bounds });
}

function readPrice(price: string, grid: PriceGrid): number {
  const reading = priceFromText(price, grid);
  if (reading.kind === 'price') return reading.ticks;
  if (reading.kind === 'notANumber') throw replyError('BadRequest', { field: 'price' });
  const [lower, upper] = [priceToText(reading.lowerTicks, grid), priceToText(reading.upperTicks, grid)];
  throw replyError('WrongTick', { tick: tickText(grid), lower, upper, price, field: 'price' });
}

function alertToWire(alert: StoredAlert, grid: PriceGrid): PriceAlert {
  const { alertId, accountId, contractCode, direction, isRepeating, note, isActive, endReason } = alert;
  return {
    ...{ alertId, accountId, contractCode, direction, isRepeating, note, isActive },
    price: priceToText(alert.priceTicks, grid),
    endReason: endReason && { code: endReason, facts: {} },
    createdAt: instantText(alert.createdMs),
    reachedAt: instantOrNull(alert.reachedMs),
  };
}
