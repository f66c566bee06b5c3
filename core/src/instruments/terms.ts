/** A commodity's money terms at one instant: all dated figures looked up and multiplied out once. */
import type { Currency } from '#values/money';
import { MINOR_PER_UNIT, RATE_SCALE } from '#values/money';
import { divideUp } from '#values/whole-numbers';
import type { Commodity } from './commodity.ts';
import { type Dated, inForce } from './dated.ts';
import type { InvestorKind, TradingRules } from './trading-rules.ts';

export interface Terms {
  readonly rateE4: bigint;
  readonly tickValueMinor: bigint;
  readonly feeVnd: bigint;
  readonly marginPerLotVnd: Readonly<Record<InvestorKind, bigint>>;
}

/** Undefined until a margin and a conversion rate are in force: such a commodity can't be traded yet. */
export function termsAt(
  commodity: Commodity,
  rules: TradingRules,
  rates: ReadonlyMap<Currency, Dated<bigint>>,
  timeMs: number,
): Terms | undefined {
  const marginMinor = inForce(commodity.initialMarginMinor, timeMs);
  const rateE4 = inForce(rates.get(commodity.currency) ?? [], timeMs);
  if (marginMinor === undefined || rateE4 === undefined) return undefined;
  const perLot = (kind: InvestorKind): bigint =>
    marginPerLotVnd({ marginMinor, rateE4, percent: marginPercent(commodity, rules, kind) });
  return {
    rateE4,
    tickValueMinor: commodity.tickValueMinor,
    feeVnd: rules.feeVnd[commodity.feeClass],
    marginPerLotVnd: { individual: perLot('individual'), business: perLot('business') },
  };
}

function marginPercent(commodity: Commodity, rules: TradingRules, kind: InvestorKind): number {
  return commodity.feeClass === 'lme' ? 100 : rules.marginPercent[kind];
}

/** Initial margin x conversion rate x investor factor, rounded up to the dong per lot (trading rules, "Margin"). */
export function marginPerLotVnd(input: { marginMinor: bigint; rateE4: bigint; percent: number }): bigint {
  return divideUp(input.marginMinor * input.rateE4 * BigInt(input.percent), MINOR_PER_UNIT * RATE_SCALE * 100n);
}
