/** What strategies and copies have given and would have given (docs/rules/copying.md#figures). */
import type { StrategyReturns } from '@mua/contract/entities/strategy-figures';
import {
  listCopyEvents,
  listStrategies,
  listStrategyEvents,
  listStrategyPositions,
  listStrategyRoundTurns,
  readCopyProfit,
  readStrategy,
  readStrategyReturns,
  simulateCopy,
} from '@mua/contract/http/strategy-figures';
import type { EngineState, InvestorKind } from '@mua/core/engine';
import type pg from 'pg';
import { copyEvents, readProfitOfCopies } from '#copying/copy-history.ts';
import { costUnits, percentOf, pointsOf, type ReturnDay, returnUnits } from '#copying/returns.ts';
import { simulateCopyOf } from '#copying/simulate-copy.ts';
import { strategyEvents, strategyPositions, strategyRoundTurns } from '#copying/strategy-history.ts';
import type { StrategyList } from '#copying/strategy-list.ts';
import { type EndedResult, resultNow, type StrategyResult, shownToWire, ticksVnd } from '#copying/strategy-result.ts';
import type { StrategyResults } from '#copying/strategy-results.ts';
import { readShown } from '#copying/strategy-routes.ts';
import type { Clock } from '#ground/clock.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Grids } from '#orders/order-wire.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface FiguresDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly state: EngineState;
  readonly grids: Grids;
  /** Leads by a rule of the house, in the demo world. */
  readonly isSimulatedLeader: (investorId: string) => boolean;
}

export interface Figures {
  readonly results: StrategyResults;
  readonly list: StrategyList;
}

export function bindFiguresRoutes(bind: Bind, deps: FiguresDeps, { results, list }: Figures): void {
  const { pool, state } = deps;

  async function demandShown(investorId: string, strategyId: string): Promise<EndedResult> {
    await readShown(pool, investorId, strategyId);
    const result = await results.one(strategyId);
    if (!result) throw replyError('StrategyNotFound', {});
    return result;
  }
  const recordOf = async (investorId: string, strategyId: string) =>
    (await demandShown(investorId, strategyId)).facts.record;

  bind(listStrategies, async ({ query }) => ok(await list.page(query)));
  bind(readStrategy, async ({ actor, params }) => {
    const result = await demandShown(actor.investorId, params.strategyId);
    const isSimulated = deps.isSimulatedLeader(result.facts.record.investorId);
    return ok(shownToWire(result, resultNow(result, state), { state, isSimulated }));
  });
  bind(readStrategyReturns, async ({ actor, params, query: { from = '' } }) => {
    const result = await demandShown(actor.investorId, params.strategyId);
    return ok(returnsToWire(result, resultNow(result, state), { state, from }));
  });
  bind(listStrategyEvents, async ({ actor, params, query }) =>
    ok(await strategyEvents(deps, await recordOf(actor.investorId, params.strategyId), query)),
  );
  bind(listStrategyPositions, async ({ actor, params }) => {
    const record = await recordOf(actor.investorId, params.strategyId);
    return ok({ items: strategyPositions(deps, record), nextCursor: null });
  });
  bind(listStrategyRoundTurns, async ({ actor, params, query }) =>
    ok(await strategyRoundTurns(deps, await recordOf(actor.investorId, params.strategyId), query)),
  );
  bind(simulateCopy, async ({ actor, params, body }) => {
    const result = await demandShown(actor.investorId, params.strategyId);
    return ok(simulateCopyOf(result, body, { state, kind: kindOf(state, actor.investorId) }));
  });
  bind(listCopyEvents, async ({ actor, query }) => ok(await copyEvents(deps, actor.investorId, query)));
  bind(readCopyProfit, async ({ actor }) => ok(await readProfitOfCopies(deps, actor.investorId)));
}

/** All sub-accounts of an investor are of one kind. */
function kindOf({ accounts }: EngineState, investorId: string): InvestorKind {
  for (const account of accounts.values()) if (account.investorId === investorId) return account.investorKind;
  return 'individual';
}

/** The thousand that followed last. */
const FOLLOWERS_MAX = 1_000;

/** Counted anew from the first date that is asked for. */
function returnsToWire(
  result: EndedResult,
  now: StrategyResult,
  { state, from }: { readonly state: EngineState; readonly from: string },
): StrategyReturns {
  const isAsked = ({ tradeDate }: ReturnDay): boolean => tradeDate >= from;
  const followerDays = now.followerDays.filter(isAsked);
  const leaderPoints = pointsOf(now.leaderDays.filter(isAsked));
  const followerPoints = pointsOf(followerDays);
  const growths = now.copies.slice(-FOLLOWERS_MAX).map(({ growth }) => growth);
  let at = -1;
  return {
    days: leaderPoints.map(({ tradeDate, growth, drawdown }) => {
      while ((followerPoints[at + 1]?.tradeDate ?? '~') <= tradeDate) at += 1;
      const followers = followerPoints[at];
      return {
        ...{ tradeDate, isRunning: tradeDate === result.dates.running },
        ...{ leaderPercent: percentOf(returnUnits(growth)), leaderDrawdown: percentOf(drawdown) },
        followersPercent: followers ? percentOf(returnUnits(followers.growth)) : null,
        followersDrawdown: followers ? percentOf(followers.drawdown) : null,
      };
    }),
    followerReturns: growths
      .map(returnUnits)
      .sort((a, b) => (a < b ? -1 : Number(a > b)))
      .map(percentOf),
    difference: differenceOf(result, { leader: leaderPoints.at(-1)?.growth, followerDays, state }),
  };
}

/** The rest is what remains of the shown figures, so that they add up as they stand. */
function differenceOf(
  { facts }: EndedResult,
  at: { readonly leader: bigint | undefined; readonly followerDays: readonly ReturnDay[]; readonly state: EngineState },
): StrategyReturns['difference'] {
  const last = pointsOf(at.followerDays).at(-1);
  if (!last || at.leader === undefined) return null;
  const slippedOn = new Map<string, bigint>();
  for (const { tradeDate, contractCode, lotTicks } of facts.slipped)
    slippedOn.set(tradeDate, (slippedOn.get(tradeDate) ?? 0n) + ticksVnd(at.state, contractCode, Number(lotTicks)));
  const leader = returnUnits(at.leader);
  const followers = returnUnits(last.growth);
  const fees = costUnits(at.followerDays, (day) => day.feesVnd);
  const slippage = costUnits(at.followerDays, ({ tradeDate }) => slippedOn.get(tradeDate) ?? 0n);
  return {
    leader: percentOf(leader),
    fees: percentOf(fees),
    slippage: percentOf(slippage),
    rest: percentOf(leader - fees - slippage - followers),
    followers: percentOf(followers),
  };
}
