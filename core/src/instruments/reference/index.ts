/** The product's own reference data: every commodity whose size and tick are known, written from cited facts. */

export {
  type Calendar,
  isTradeDay,
  type LocalSession,
  sessionsOf,
  tradeDayAfter,
  tradeDayBefore,
} from '#instruments/calendar.ts';
export { calendarOf, calendarsOf } from '#instruments/reference/calendars.ts';
export { REFERENCE_COMMODITIES } from '#instruments/reference/commodities.ts';
export { CONVERSION_RATES } from '#instruments/reference/conversion-rates.ts';
export { type DeliveryMonth, deliveryMonthOf } from '#instruments/reference/delivery-month.ts';
export { RECORDED_GOLD, RECORDED_GOLD_CONTRACT } from '#instruments/reference/recorded-gold.ts';
export { type ReferenceCommodity, SOURCES, type SourceName } from '#instruments/reference/sources.ts';
export { DEFAULT_TRADING_RULES } from '#instruments/reference/trading-rules.ts';
