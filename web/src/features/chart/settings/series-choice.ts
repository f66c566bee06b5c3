/** Which series a chart shows: its contract's own, or the front months of the commodity joined. */
import {
  ROLL_ADJUSTMENTS,
  ROLL_DAYS_DEFAULT,
  ROLL_DAYS_MOST,
  ROLL_RULES,
  type RollAdjustment,
  type RollRule,
} from '@mua/contract/entities/roll-rule';

export interface SeriesChoice {
  readonly isContinuous: boolean;
  readonly roll: RollRule;
  /** Calendar days, kept while the volume decides. */
  readonly rollDays: number;
  readonly adjustment: RollAdjustment;
}

export const OWN_SERIES: SeriesChoice = {
  isContinuous: false,
  roll: 'days',
  rollDays: ROLL_DAYS_DEFAULT,
  adjustment: 'none',
};

/** Returns what is still valid of a stored choice. */
export function seriesChoiceFrom(kept: unknown): SeriesChoice {
  const { isContinuous, roll, rollDays, adjustment } = (
    typeof kept === 'object' && kept !== null ? kept : {}
  ) as Record<string, unknown>;
  return {
    isContinuous: isContinuous === true,
    roll: ROLL_RULES.find((known) => known === roll) ?? OWN_SERIES.roll,
    rollDays: isRollDays(rollDays) ? rollDays : OWN_SERIES.rollDays,
    adjustment: ROLL_ADJUSTMENTS.find((known) => known === adjustment) ?? OWN_SERIES.adjustment,
  };
}

export function isRollDays(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= ROLL_DAYS_MOST;
}
