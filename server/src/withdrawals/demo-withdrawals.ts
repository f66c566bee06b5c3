/**
 * Who approves and pays withdrawals in a demo, where there is neither a desk nor a bank: a few seconds after the money
 * was held, and a few after that, by the product's clock and under names that say so.
 */
import { DEMO_POLICY, DEMO_REASON, SECOND_DEMO_POLICY } from '@mua/contract/demo-policies';
import { LIMITS } from '@mua/contract/limits';
import type { Clock } from '#ground/clock.ts';
import { createDelayedRuns } from '#ground/delayed-runs.ts';
import { ReplyError } from '#refusals/reply-error.ts';
import type { WithdrawalDesk } from '#withdrawals/withdrawal-desk.ts';

export interface DemoWithdrawals {
  /** Something is under way: its next step is planned. */
  follow(requestId: string): void;
  /** Resolves when nothing is being decided. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export function createDemoWithdrawals(deps: {
  readonly clock: Clock;
  readonly desk: Pick<WithdrawalDesk, 'read' | 'approve' | 'pay'>;
  readonly onError: (error: unknown) => void;
}): DemoWithdrawals {
  const { clock, desk, onError } = deps;
  /** The next thing that a desk would do, if there is one. */
  async function decide(requestId: string): Promise<void> {
    const { status, approvals, approvalsNeeded } = await desk.read(requestId);
    if (status === 'APPROVED') {
      await desk.pay(requestId, { ...by(DEMO_POLICY), reference: `DEMO-${requestId.slice(0, 8).toUpperCase()}` });
      return;
    }
    if (status !== 'HELD') return;
    const next = await desk.approve(requestId, by(approvals === 0 ? DEMO_POLICY : SECOND_DEMO_POLICY));
    if (next.approvals < approvalsNeeded) await desk.approve(requestId, by(SECOND_DEMO_POLICY));
  }

  const runs = createDelayedRuns({
    clock,
    delayMs: LIMITS.demoApprovalMs,
    run: (requestId) =>
      decide(requestId).catch((error: unknown) => {
        // Margin stands against it now, and perhaps not later; anything else that is refused was decided by somebody.
        if (error instanceof ReplyError && error.code !== 'AmountExceededRemainingMargin') return;
        if (!(error instanceof ReplyError)) onError(error);
        runs.plan(requestId);
      }),
  });

  return { follow: runs.plan, settled: runs.settled, stop: runs.stop };
}

function by(operatorId: string): { readonly operatorId: string; readonly reason: string } {
  return { operatorId, reason: DEMO_REASON };
}
