/**
 * Approves applications in a demo, which has no operators: a few seconds after submission, by the product's clock, and
 * under a name that says so. A business is approved under two such names.
 */
import { DEMO_POLICY, SECOND_DEMO_POLICY } from '@mua/contract/demo-policies';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import { createDelayedRuns } from '#ground/delayed-runs.ts';
import { ReplyError } from '#refusals/reply-error.ts';
import type { Approvals } from '#registration/approval.ts';

const REASON = 'demo: approved by policy, nobody has looked at it';

export interface DemoPolicy {
  submitted(investorId: string): void;
  /** Schedules applications that were submitted before this start. */
  resume(): Promise<void>;
  /** Resolves when no approval is in progress. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export function createDemoPolicy(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly approvals: Pick<Approvals, 'approve'>;
  readonly onError: (error: unknown) => void;
}): DemoPolicy {
  const { pool, clock, approvals, onError } = deps;
  async function approve(investorId: string): Promise<void> {
    const { approvals: given, approvalsNeeded } = await approvals.approve(investorId, by(DEMO_POLICY));
    if (given.length < approvalsNeeded) await approvals.approve(investorId, by(SECOND_DEMO_POLICY));
  }

  const runs = createDelayedRuns({
    clock,
    delayMs: LIMITS.demoApprovalMs,
    run: (investorId) =>
      approve(investorId).catch((error: unknown) => {
        // Somebody else has decided, or the application is gone.
        if (error instanceof ReplyError && error.code !== 'InvestorTradingAccountLoginFailed') return;
        onError(error);
        runs.plan(investorId);
      }),
  });

  return {
    submitted: runs.plan,
    async resume() {
      const waiting = await pool.query<{ investor_id: string }>(
        `select investor_id from investor i join registration using (investor_id)
         where i.status = 'PENDING' and i.deleted_ms is null`,
      );
      for (const { investor_id: investorId } of waiting.rows) runs.plan(investorId);
    },
    settled: runs.settled,
    stop: runs.stop,
  };
}

function by(operatorId: string): { readonly operatorId: string; readonly reason: string } {
  return { operatorId, reason: REASON };
}
