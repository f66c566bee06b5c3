/** A continuous series: the front months of one commodity joined, each for the time that it was the front. */
import { z } from 'zod';
import { ROLL_ADJUSTMENTS, ROLL_RULES } from '#entities/roll-rule.ts';
import { contractCode, instant, priceText } from '#wire.ts';

export const rollRule = z.enum(ROLL_RULES).meta({ id: 'RollRule' });
export const rollAdjustment = z.enum(ROLL_ADJUSTMENTS).meta({ id: 'RollAdjustment' });

/** Where one month follows another; the closes are those of the last day before it on which both were traded. */
export const seriesRoll = z
  .object({
    at: instant,
    from: contractCode,
    to: contractCode,
    fromClose: priceText.nullable(),
    toClose: priceText.nullable(),
  })
  .meta({ id: 'SeriesRoll' });
export type SeriesRoll = z.infer<typeof seriesRoll>;

/**
 * Why a series does not reach further back: nothing older is known, two months were never traded on one day before
 * their roll, or a close there is not above zero, of which there is no ratio.
 */
export const seriesBeginning = z
  .object({ contractCode, reason: z.enum(['NO_OLDER_BARS', 'NO_COMMON_DAY', 'NO_RATIO']) })
  .meta({ id: 'SeriesBeginning' });
export type SeriesBeginning = z.infer<typeof seriesBeginning>;
