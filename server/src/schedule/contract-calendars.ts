/** The calendar that a contract's bars follow: its commodity's, also after it has expired. */
import { deliveryMonthOf, type EngineState } from '@mua/core/engine';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';

/** The answer is null where the broker's trade dates apply. */
export function contractCalendars({
  state,
  hours,
}: {
  readonly state: EngineState;
  readonly hours: TradingHours;
}): (contractCode: string) => MarketCalendar | null {
  return (contractCode) => {
    const commodity = state.contracts.get(contractCode)?.commodity ?? deliveryMonthOf(contractCode)?.commodity;
    return commodity ? hours.calendarOf(commodity) : null;
  };
}
