/** A commodity's money terms at one instant: all dated figures looked up and multiplied once. */

import type { Commodity } from '#instruments/commodity.ts';
import { type Dated, inForce } from '#instruments/dated.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import type { Currency } from '#values/money.ts';
import { MICRO_PER_DONG, MINOR_PER_UNIT, RATE_SCALE } from '#values/money.ts';
import type { Vnd } from '#values/units.ts';
import { divideUp } from '#values/whole-numbers.ts';

export interface Terms {
  readonly rateE4: bigint;
  readonly tickValueMinor: bigint;
  /** The unrounded dong of one tick of one lot: for bounds, never for money. */
  readonly tickVnd: number;
  /** In millionths of a dong, exact while it is a safe integer. */
  readonly tickMicroVnd: number;
  readonly feeVnd: Vnd;
  readonly marginPerLotVnd: Readonly<Record<InvestorKind, Vnd>>;
}

/** Undefined until a margin and a conversion rate are in force: the commodity can't be traded yet. */
export function termsAt(
  commodity: Commodity,
  rules: TradingRules,
  rates: ReadonlyMap<Currency, Dated<bigint>>,
  timeMs: number,
): Terms | undefined {
  const marginMinor = inForce(commodity.initialMarginMinor, timeMs);
  const rateE4 = inForce(rates.get(commodity.currency) ?? [], timeMs);
  if (marginMinor === undefined || rateE4 === undefined) return undefined;
  const tickMicroVnd = Number(commodity.tickValueMinor * rateE4);
  const perLot = (kind: InvestorKind): Vnd =>
    marginPerLotVnd({ marginMinor, rateE4, percent: marginPercent(commodity, rules, kind) });
  return {
    rateE4,
    tickValueMinor: commodity.tickValueMinor,
    tickVnd: tickMicroVnd / MICRO_PER_DONG,
    tickMicroVnd,
    feeVnd: rules.feeVnd[commodity.feeClass],
    marginPerLotVnd: { individual: perLot('individual'), business: perLot('business') },
  };
}

/** The broker's margin as a percentage of the exchange's, for this commodity (docs/rules/margin-and-money.md#margin). */
export function marginPercent(commodity: Commodity, rules: TradingRules, kind: InvestorKind): number {
  return commodity.feeClass === 'lme' ? 100 : rules.marginPercent[kind];
}

/**
 * Initial margin x conversion rate x investor factor, rounded up to the dong per lot
 * (docs/rules/margin-and-money.md#margin).
 */
export function marginPerLotVnd(input: { marginMinor: bigint; rateE4: bigint; percent: number }): Vnd {
  return divideUp(input.marginMinor * input.rateE4 * BigInt(input.percent), MINOR_PER_UNIT * RATE_SCALE * 100n);
}
