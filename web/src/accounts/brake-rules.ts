/** The investor's own limits as the engine holds and judges them. Pure. */
import type { Facts } from '@mua/contract/errors';
import type { Brakes } from '@mua/contract/http/brakes';
import { type Brakes as CoreBrakes, judgeBrakes } from '@mua/core/preview';
import type { Lots } from '@mua/core/values';

/** The limit that an order which takes on risk meets now, as the code of its refusal; one that only reduces is free. */
export interface Brake {
  readonly code: 'BrakeCoolOff' | 'BrakeHours' | 'BrakeMaxLots';
  readonly facts: Facts;
  /** The most that it lets one order have. */
  readonly maxLots: Lots;
}

/** By the engine's own rule. What was lost today is the server's to know: that limit it judges alone. */
export function brakeAt(brakes: Brakes, timeMs: number): Brake | null {
  const judged = { ...toCoreBrakes(brakes), dailyLossVnd: null };
  const refusal = judgeBrakes(judged, { lots: Number.MAX_SAFE_INTEGER, timeMs, lossVnd: 0n });
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

/** As the engine holds them. */
export function toCoreBrakes({ maxLotsPerOrder, dailyLoss, noTradeHours, coolOffUntil }: Brakes): CoreBrakes {
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
