/**
 * Ends trade dates: contracts settle at their last price and the next date begins, the broker's at 05:00 in Vietnam, an
 * exchange's own with its session (record 73). The simulated exchange is notified in the journal's order, by its link.
 */
import { type CommandBody, type EngineState, type ListedContract, tradeDateOf } from '@mua/core/engine';
import { addDays, type CivilDate, tradeDateAt, tradeDateStartMs } from '@mua/core/values';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import type { Stage } from '#schedule/timekeeper.ts';

/** The settlement price of a contract whose date ends; null if the market has none yet. */
export type SettlementOf = (contractCode: string) => number | null;

interface DateEnd {
  readonly date: CivilDate;
  /** Absent: the broker's. */
  readonly exchange?: string;
  /** The contracts whose date ends. */
  readonly ending: readonly ListedContract[];
}

export function endTradeDates(state: EngineState, hours: TradingHours, settlementOf: SettlementOf): Stage {
  return {
    due(timeMs) {
      const ends = [...exchangeEnds(state, hours, timeMs), ...brokerDateEnd(state, timeMs)];
      const settlements = ends.flatMap(({ ending }) =>
        ending.flatMap(({ contract: { code } }) => {
          const settlementTicks = settlementOf(code);
          return settlementTicks === null ? [] : [{ contractCode: code, settlementTicks }];
        }),
      );
      const commands: CommandBody[] = settlements.length > 0 ? [{ kind: 'settleContracts', settlements }] : [];
      for (const { date, exchange } of ends) {
        const whose = exchange === undefined ? {} : { exchanges: [exchange] };
        commands.push({ kind: 'endTradeDate', nextTradeDate: date, ...whose });
      }
      return commands;
    },
    nextMs(timeMs) {
      const ends = [...byExchange(state).keys()].map((exchange) => hours.exchangeDateAt(exchange, timeMs)?.endsMs);
      const known = ends.filter((endsMs) => endsMs !== undefined);
      return Math.min(tradeDateStartMs(addDays(tradeDateAt(timeMs), 1)), ...known);
    },
  };
}

function brokerDateEnd(state: EngineState, timeMs: number): DateEnd[] {
  const date = tradeDateAt(timeMs);
  if (date <= state.tradeDate) return [];
  return [{ date, ending: [...state.contracts.values()].filter(({ tradeDate }) => tradeDate === null) }];
}

/**
 * Exchanges before the broker, so that an exchange's first own date may be the one that the broker ends. With an
 * always-open market those with own dates keep them, and roll with the broker's.
 */
function exchangeEnds(state: EngineState, hours: TradingHours, timeMs: number): DateEnd[] {
  const ends: DateEnd[] = [];
  for (const [exchange, listed] of byExchange(state)) {
    const hasOwn = listed.some(({ tradeDate }) => tradeDate !== null);
    const date = hours.exchangeDateAt(exchange, timeMs)?.date ?? (hasOwn ? tradeDateAt(timeMs) : undefined);
    // A date never goes back; if the broker's is ahead for an hour, it stays until the exchange's reaches it.
    if (date === undefined || listed.some((one) => tradeDateOf(state, one) > date)) continue;
    if (listed.every(({ tradeDate }) => tradeDate === date)) continue;
    ends.push({ date, exchange, ending: listed.filter((one) => tradeDateOf(state, one) < date) });
  }
  return ends;
}

function byExchange(state: EngineState): Map<string, ListedContract[]> {
  const exchanges = new Map<string, ListedContract[]>();
  for (const listed of state.contracts.values()) {
    const { exchange } = listed.commodity;
    const known = exchanges.get(exchange);
    if (known) known.push(listed);
    else exchanges.set(exchange, [listed]);
  }
  return exchanges;
}
