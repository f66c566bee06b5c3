/** The product's own reference data: every commodity whose size and tick are known, written from cited facts. */
import { ENERGY } from './energy.ts';
import { GRAIN } from './grain.ts';
import { INDUSTRIAL } from './industrial.ts';
import { LME } from './lme.ts';
import { METAL } from './metal.ts';
import type { ReferenceCommodity } from './sources.ts';

export {
  type Calendar,
  isTradeDay,
  type LocalSession,
  sessionsOf,
  tradeDayAfter,
  tradeDayBefore,
} from '#instruments/calendar';
export { calendarOf, calendarsOf } from './calendars.ts';
export { CONVERSION_RATES } from './conversion-rates.ts';
export { RECORDED_GOLD, RECORDED_GOLD_CONTRACT } from './recorded-gold.ts';
export { type ReferenceCommodity, SOURCES, type SourceName } from './sources.ts';
export { DEFAULT_TRADING_RULES } from './trading-rules.ts';

/** In the order in which MXV's tables list them. */
export const REFERENCE_COMMODITIES: readonly ReferenceCommodity[] = [
  ...GRAIN,
  ...INDUSTRIAL,
  ...ENERGY,
  ...METAL,
  ...LME,
];
