/** Who approves strategies: operators, and in a demo a policy that says so (docs/rules/copying.md#strategies). */

import { DEMO_POLICY, DEMO_REASON } from '@mua/contract/demo-policies';
import type { StrategyCase } from '@mua/contract/http/operator-strategies';
import {
  approveStrategy,
  endStrategy,
  listAllStrategies,
  rejectStrategy,
} from '@mua/contract/http/operator-strategies';
import { LIMITS } from '@mua/contract/limits';
import type { EngineState, StrategyRecord, StrategyTerms } from '@mua/core/engine';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { carryOut } from '#accounts/carry-out.ts';
import { type Stored, strategyToWire } from '#copying/copying-wire.ts';
import { unlessEnded } from '#copying/strategy-routes.ts';
import type { Clock } from '#ground/clock.ts';
import { createDelayedRuns } from '#ground/delayed-runs.ts';
import { sha256 } from '#ground/sha256.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';

interface CaseRow {
  readonly record: Stored<StrategyRecord>;
  readonly full_name: string;
}

const CASES = 'select s.record, i.full_name from strategy s join investor i using (investor_id)';
const CASES_MAX = 500;

interface Reviewed {
  readonly params: { readonly strategyId: string };
  readonly body: { readonly operatorId: string; readonly reason: string };
  readonly request: FastifyRequest;
}

export function bindStrategyDeskRoutes(
  bind: Bind,
  {
    pool,
    submit,
    state,
  }: { readonly pool: pg.Pool; readonly submit: Sequencer['submit']; readonly state: EngineState },
): void {
  bind(listAllStrategies, async () => {
    const { rows } = await pool.query<CaseRow>(
      `${CASES} order by (s.approval = 'PENDING' and s.running = 'NOT_STARTED') desc, s.created_ms desc limit $1`,
      [CASES_MAX],
    );
    return ok({ items: rows.map(caseOf), nextCursor: null });
  });
  async function readCase(strategyId: string): Promise<StrategyCase> {
    const { rows } = await pool.query<CaseRow>(`${CASES} where s.strategy_id = $1`, [strategyId]);
    if (!rows[0]) throw replyError('StrategyNotFound', {});
    return caseOf(rows[0]);
  }
  const review =
    (verdict: 'APPROVED' | 'REJECTED' | 'STOPPED') =>
    async ({ params: { strategyId }, body: { operatorId, reason }, request }: Reviewed, give = submit) => {
      const command = { kind: 'reviewStrategy', strategyId, verdict, operatorId, reason } as const;
      await unlessEnded(() => readCase(strategyId), carryOut(give, request, command));
      return ok(await readCase(strategyId));
    };
  const approve = review('APPROVED');
  bind(approveStrategy, (asked) =>
    approve(asked, async (command) => {
      // Nothing comes between this look and the engine's: nobody approves words that they have not read.
      const strategy = state.copying.strategies.get(asked.params.strategyId);
      if (strategy && versionOf(strategy.terms) !== asked.body.version) throw replyError('StrategyChanged', {});
      return submit(command);
    }),
  );
  bind(rejectStrategy, review('REJECTED'));
  bind(endStrategy, review('STOPPED'));
}

function caseOf({ record, full_name: investorName }: CaseRow): StrategyCase {
  const version = versionOf({
    ...record.terms,
    copyFeeVnd: BigInt(record.terms.copyFeeVnd),
    minFollowVnd: BigInt(record.terms.minFollowVnd),
  });
  return { ...strategyToWire(record), version, investorId: record.investorId, investorName };
}

function versionOf({ name, description, ...terms }: StrategyTerms): string {
  const { maxFollowers, copyFeeVnd, feePeriod, performanceFeeBasisPoints, minFollowVnd, slippageTicks } = terms;
  const figures = [maxFollowers, copyFeeVnd, performanceFeeBasisPoints, minFollowVnd, slippageTicks].map(String);
  return sha256(JSON.stringify([name, description, feePeriod, ...figures])).slice(0, 8);
}

/** What waits for a verdict. */
export async function waitingStrategies(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ strategy_id: string }>(
    "select strategy_id from strategy where approval = 'PENDING' and running = 'NOT_STARTED'",
  );
  return rows.map((row) => row.strategy_id);
}

export interface DemoApproval {
  /** A strategy waits: it is approved a few seconds later. */
  follow(strategyId: string): void;
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** A refusal means that somebody was faster, or that its leader has changed or ended it. */
export function createDemoStrategyApproval(deps: {
  readonly clock: Clock;
  readonly submit: Sequencer['submit'];
  readonly onError: (error: unknown) => void;
}): DemoApproval {
  const { clock, submit, onError } = deps;
  const runs = createDelayedRuns({
    clock,
    delayMs: LIMITS.demoApprovalMs,
    run: async (strategyId) => {
      const verdict = { verdict: 'APPROVED', operatorId: DEMO_POLICY, reason: DEMO_REASON } as const;
      await submit({ kind: 'reviewStrategy', strategyId, ...verdict }).catch(onError);
    },
  });
  return { follow: runs.plan, settled: runs.settled, stop: runs.stop };
}
