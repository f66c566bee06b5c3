/** How a continuous series rolls. Without schemas, because every chart's settings know these words. */

/** When the next month takes the front month's place: days before it ends, or when it was traded less. */
export const ROLL_RULES = ['days', 'volume'] as const;
export type RollRule = (typeof ROLL_RULES)[number];

/** What is done to older months so that they join: nothing, a difference in ticks, a ratio. */
export const ROLL_ADJUSTMENTS = ['none', 'difference', 'ratio'] as const;
export type RollAdjustment = (typeof ROLL_ADJUSTMENTS)[number];

/** Calendar days before the first notice or the last trading day, whichever is earlier. */
export const ROLL_DAYS_DEFAULT = 5;
export const ROLL_DAYS_MOST = 30;
