/** The product's own reference data: every commodity whose size and tick are known, written from cited facts. */
import { ENERGY } from '#instruments/reference/energy.ts';
import { GRAIN } from '#instruments/reference/grain.ts';
import { INDUSTRIAL } from '#instruments/reference/industrial.ts';
import { LME } from '#instruments/reference/lme.ts';
import { METAL } from '#instruments/reference/metal.ts';
import type { ReferenceCommodity } from '#instruments/reference/sources.ts';

export {
  type Calendar,
  isTradeDay,
  type LocalSession,
  sessionsOf,
  tradeDayAfter,
  tradeDayBefore,
} from '#instruments/calendar.ts';
export { calendarOf, calendarsOf } from '#instruments/reference/calendars.ts';
export { CONVERSION_RATES } from '#instruments/reference/conversion-rates.ts';
export { RECORDED_GOLD, RECORDED_GOLD_CONTRACT } from '#instruments/reference/recorded-gold.ts';
export { type ReferenceCommodity, SOURCES, type SourceName } from '#instruments/reference/sources.ts';
export { DEFAULT_TRADING_RULES } from '#instruments/reference/trading-rules.ts';

/** In the order in which MXV's tables list them. */
export const REFERENCE_COMMODITIES: readonly ReferenceCommodity[] = [
  ...GRAIN,
  ...INDUSTRIAL,
  ...ENERGY,
  ...METAL,
  ...LME,
];
