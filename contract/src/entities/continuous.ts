/** A continuous series: the front months of one commodity joined, each for the time that it was the front. */
import { z } from 'zod';
import { contractCode, instant, priceText } from '#wire.ts';

/** When the next month takes the front month's place: days before it ends, or when it was traded less. */
export const ROLL_RULES = ['days', 'volume'] as const;
export const rollRule = z.enum(ROLL_RULES).meta({ id: 'RollRule' });
export type RollRule = z.infer<typeof rollRule>;

/** What is done to older months so that they join: nothing, a difference in ticks, a ratio. */
export const ROLL_ADJUSTMENTS = ['none', 'difference', 'ratio'] as const;
export const rollAdjustment = z.enum(ROLL_ADJUSTMENTS).meta({ id: 'RollAdjustment' });
export type RollAdjustment = z.infer<typeof rollAdjustment>;

/** Calendar days before the first notice or the last trading day, whichever is earlier. */
export const ROLL_DAYS_DEFAULT = 5;
export const ROLL_DAYS_MOST = 30;

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
