/** Compares the planned outcome of an act with the actual one. */
import type { EngineEvent } from '@mua/core/engine';
import type { RefusalCode } from '@mua/core/values';
import { Violation } from '#test/simulator/violation.ts';

export function refusalOf(events: readonly EngineEvent[]): RefusalCode | undefined {
  for (const event of events) {
    if (event.kind === 'commandRefused') return event.refusal.code;
    if (event.kind === 'orderChanged' && event.order.refusal) return event.order.refusal.code;
    if (event.kind === 'conditionalChanged' && event.conditional.refusal) return event.conditional.refusal.code;
  }
  return undefined;
}

export function expectRefusal(events: readonly EngineEvent[], code: RefusalCode): void {
  const seen = refusalOf(events);
  if (seen !== code) throw new Violation('a mistake gets its code', `${code}, got ${seen ?? 'none'}`);
}

/** Taken, or refused for a reason that its numbers could not tell beforehand. */
export function expectSound(events: readonly EngineEvent[], allowed: readonly RefusalCode[]): void {
  const seen = refusalOf(events);
  if (seen !== undefined && !allowed.includes(seen))
    throw new Violation('a sound order is refused for a sound reason', seen);
}

/** Reasons that lie in the situation and not in the order. */
export const SITUATIONS: readonly RefusalCode[] = [
  'TRADING_HALTED',
  'ContractExpired',
  'ExpiryWindowReduceOnly',
  'MarketClosed',
  'ExpirationDateInvalid',
  'MaxLotsPerContract',
  'PriceOutsideBand',
  'PriceOutsideDailyLimit',
  'InsufficientMargin',
  'BrakeMaxLots',
  'BrakeDailyLoss',
  'BrakeHours',
  'BrakeCoolOff',
  'ReduceOnlyExceeded',
  'TakeProfitWrongSide',
  'StopLossWrongSide',
];
