/** Applies the investor's own limits as the engine holds and judges them. Pure. */
import type { Facts } from '@mua/contract/errors';
import type { SelfLimits } from '@mua/contract/http/self-limits';
import { type SelfLimits as CoreSelfLimits, judgeSelfLimits } from '@mua/core/preview';
import type { Lots } from '@mua/core/values';

/**
 * Describes the limit that an order which adds risk meets now, as the code of its refusal; an order that only reduces
 * is free.
 */
export interface SelfLimit {
  readonly code: 'BrakeCoolOff' | 'BrakeHours' | 'BrakeMaxLots';
  readonly facts: Facts;
  /** The most lots it allows one order. */
  readonly maxLots: Lots;
}

/** Judges by the engine's own rule. The server alone knows today's loss, so it alone judges that limit. */
export function selfLimitAt(selfLimits: SelfLimits, timeMs: number): SelfLimit | null {
  const judged = { ...toCoreSelfLimits(selfLimits), dailyLossVnd: null };
  const refusal = judgeSelfLimits(judged, { lots: Number.MAX_SAFE_INTEGER, timeMs, lossVnd: 0n });
  switch (refusal?.code) {
    case 'BrakeCoolOff':
      return { code: refusal.code, facts: { until: new Date(refusal.facts.until).toISOString() }, maxLots: 0 };
    case 'BrakeHours':
      return { code: refusal.code, facts: refusal.facts, maxLots: 0 };
    case 'BrakeMaxLots':
      return { code: refusal.code, facts: refusal.facts, maxLots: refusal.facts.max };
    default:
      return null;
  }
}

/** Converts the limits to the engine's form. */
export function toCoreSelfLimits({
  maxLotsPerOrder,
  dailyLoss,
  noTradeHours,
  coolOffUntil,
}: SelfLimits): CoreSelfLimits {
  return {
    maxLotsPerOrder,
    dailyLossVnd: dailyLoss === null ? null : BigInt(dailyLoss),
    noTradeHours: noTradeHours && { fromMinute: minuteOf(noTradeHours.from), toMinute: minuteOf(noTradeHours.to) },
    coolOffUntilMs: coolOffUntil === null ? null : Date.parse(coolOffUntil),
  };
}

function minuteOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}
