/**
 * Keeps in memory what strategies have given up to the last ended trade date, because a list of a thousand can't be added
 * up from their postings each time. An entry is worked out anew when one of its sub-accounts has a newer row, and at a new
 * trade date; so nothing here outlives a restart, and nothing has to be rebuilt.
 */
import type { EngineState } from '@mua/core/engine';
import type pg from 'pg';
import { readStrategyFacts } from '#copying/strategy-facts.ts';
import { type EndedResult, endedResult } from '#copying/strategy-result.ts';
import { readTradeDates } from '#copying/trade-dates.ts';
import { shortTurns } from '#ground/short-turns.ts';

export interface StrategyResults {
  /** As of now, in the order of the ids; those that are no strategies are left out. */
  of(strategyIds: readonly string[]): Promise<EndedResult[]>;
  one(strategyId: string): Promise<EndedResult | undefined>;
}

interface Kept {
  readonly stamp: string;
  readonly result: EndedResult;
}

/** Strategies that are read together: rows of a few are parsed in short turns. */
const READ_TOGETHER = 2;

/** What is asked for when the server stops is given up. */
export function createStrategyResults(pool: pg.Pool, state: EngineState, stops: AbortSignal): StrategyResults {
  const kept = new Map<string, Kept>();

  async function of(strategyIds: readonly string[]): Promise<EndedResult[]> {
    const dates = await readTradeDates(pool, state.tradeDate);
    const stamps = await readStamps(pool, strategyIds, dates.running);
    const turns = shortTurns();
    const stale = [...stamps].filter(([id, stamp]) => kept.get(id)?.stamp !== stamp).map(([id]) => id);
    for (let from = 0; from < stale.length; from += READ_TOGETHER) {
      stops.throwIfAborted();
      const facts = await readStrategyFacts(pool, stale.slice(from, from + READ_TOGETHER), dates);
      for (const one of facts) {
        await turns();
        const { strategyId } = one.record;
        kept.set(strategyId, { stamp: stamps.get(strategyId) ?? '', result: endedResult(one, dates, state) });
      }
    }
    return strategyIds.flatMap((id) => kept.get(id)?.result ?? []);
  }
  return { of, one: async (strategyId) => (await of([strategyId]))[0] };
}

/** The newest row of any sub-account that a strategy's figures come from, and the trade date. */
async function readStamps(
  pool: pg.Pool,
  strategyIds: readonly string[],
  running: string,
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ strategy_id: string; seq: bigint }>(
    `select s.strategy_id, greatest(s.seq, l.seq,
       max(case when c.closed_ms is null then a.seq else c.seq end)) as seq
     from strategy s join trading_account l on l.account_id = s.account_id
     left join copy c on c.strategy_id = s.strategy_id left join trading_account a on a.account_id = c.account_id
     where s.strategy_id = any($1) group by s.strategy_id, s.seq, l.seq`,
    [strategyIds],
  );
  return new Map(rows.map(({ strategy_id: id, seq }) => [id, `${running} ${seq}`]));
}
