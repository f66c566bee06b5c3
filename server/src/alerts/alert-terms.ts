/** What an alert may wait for: a price, a line or an average that the market has not reached yet (record 92). */
import { LIMITS } from '@mua/contract/limits';
import type { EngineState } from '@mua/core/engine';
import { type AlertDirection, alertRange, isInAlertRange, priceToText, type Ticks } from '@mua/core/values';
import { barsNeeded, dueTicks, type LevelNow, levelOn, type MovingLevel } from '@mua/core/values/moving-level';
import { isOver } from '#alerts/alert-ends.ts';
import { type Bars, readCloses, timeOf } from '#alerts/alert-levels.ts';
import type { StoredAlert } from '#alerts/alert-store.ts';
import type { Grids } from '#orders/order-wire.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface AlertGround {
  readonly state: EngineState;
  readonly market: Bars;
  readonly grids: Grids;
}

export type Target = Pick<StoredAlert, 'contractCode' | 'priceTicks' | 'follows'>;

/** The market's price: the last trade, or before the first one the settlement price. */
export function marketTicks(
  { market, state }: Pick<AlertGround, 'market' | 'state'>,
  contractCode: string,
): Ticks | null {
  const quote = market.quote(contractCode);
  return quote?.lastTicks ?? quote?.settlementTicks ?? state.contracts.get(contractCode)?.settlementTicks ?? null;
}

/** A fixed price is on its level, drawn or not. Throws where what it follows has none. */
export async function levelToSet(
  { market }: AlertGround,
  { contractCode, priceTicks, follows }: Target,
): Promise<LevelNow> {
  if (!follows) return { kind: 'at', drawn: priceTicks ?? 0, met: priceTicks ?? 0 };
  const needed = barsNeeded(follows, timeOf(market, contractCode));
  const count = follows.kind === 'line' ? Math.min(needed, LIMITS.alertLineBars) : needed;
  const { closes, isWhole } = await readCloses(market, { contractCode, interval: follows.interval, count });
  const [oldest] = closes.timesMs;
  if (follows.kind === 'line' && !isWhole && oldest !== undefined && beginsMs(follows) < oldest)
    throw replyError('AlertLineTooOld', { max: LIMITS.alertLineBars });
  const reading = levelOn(follows, closes);
  if (reading.kind === 'at') return reading;
  if (follows.kind === 'line') throw replyError('AlertLineNoPrice', {});
  throw replyError('AlertAverageTooShort', { period: follows.period, bars: closes.timesMs.length });
}

function beginsMs({ from, to }: Extract<MovingLevel, { kind: 'line' }>): number {
  return Math.min(from.timeMs, to.timeMs);
}

/** The way from the market to a price, which may lie between two ticks. */
export function directionTo(ground: AlertGround, contractCode: string, price: number): AlertDirection {
  const ticks = marketTicks(ground, contractCode);
  if (ticks === null) throw replyError('BadRequest', { field: 'direction' });
  return price < ticks ? 'BELOW' : 'ABOVE';
}

/**
 * Refuses a level that the market has reached already, which is on the screen anyway, and a price too far away to be
 * reached.
 */
export function assertAhead(
  ground: AlertGround,
  { contractCode, direction, priceTicks }: Target & { readonly direction: AlertDirection },
  level: LevelNow,
): void {
  const { state, grids } = ground;
  if (isOver(state, contractCode)) {
    const date = state.contracts.get(contractCode)?.contract.lastTradeDay ?? '';
    throw replyError('ContractExpired', { contract: contractCode, date });
  }
  const ticks = marketTicks(ground, contractCode);
  if (ticks === null) return;
  const text = (each: number) => priceToText(each, grids(contractCode));
  const due = dueTicks(level.met, direction);
  if (direction === 'ABOVE' ? ticks >= due : ticks <= due)
    throw replyError('PriceAlertReached', { price: text(dueTicks(level.drawn, direction)), last: text(ticks) });
  const range = alertRange(ticks);
  // A line far away comes nearer.
  if (priceTicks === null || isInAlertRange(priceTicks, range)) return;
  const bounds = { lower: text(range.lowerTicks), upper: text(range.upperTicks) };
  throw replyError('PriceAlertTooFar', { price: text(priceTicks), ...bounds });
}
