/** What can be withdrawn at the prices of this moment, and what a withdrawal leaves: all of it core/preview's. */
import type { MarginStatus } from '@mua/contract/entities/margin';
import * as preview from '@mua/core/preview';
import { formatDecimal, type Vnd } from '@mua/core/values';
import { useMemo } from 'react';
import { leaderShareOf } from '#accounts/leader-share.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveFunds, useMarks } from '#market/live-marks.ts';

export interface WithdrawFigures {
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly estimatedProfitVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly equityVnd: Vnd;
  readonly availableVnd: Vnd;
  /** Of a sub-account that follows: its leader's, of the week under way. */
  readonly leaderShareVnd: Vnd | undefined;
  readonly withdrawable: preview.WithdrawableExplanation;
}

export function useWithdrawFigures(status: MarginStatus): WithdrawFigures {
  const contracts = useContractsByCode();
  const codes = useMemo(() => status.contracts.map(({ contractCode }) => contractCode), [status]);
  const marks = useMarks(codes);
  return useMemo(() => {
    const funds = liveFunds(status, contracts, marks);
    const leaderShareVnd = leaderShareOf(status, preview.explainEquity(funds).value);
    return figuresOf(funds, { requiredVnd: BigInt(status.requiredMargin), leaderShareVnd });
  }, [status, contracts, marks]);
}

/** The same with so much more held, which is neither a loss nor a profit of the week. */
export function figuresAfter(figures: WithdrawFigures, amountVnd: Vnd): WithdrawFigures {
  return figuresOf({ ...figures, heldVnd: figures.heldVnd + amountVnd }, figures);
}

/** In percent, as the wire writes it; null without required margin. */
export function ratioOf({ equityVnd, requiredVnd }: WithdrawFigures): string | null {
  const { value } = preview.explainRatio({ equityVnd, requiredVnd });
  return value === null ? null : formatDecimal(value, 2);
}

function figuresOf(
  funds: preview.AccountFunds,
  { requiredVnd, leaderShareVnd }: Pick<WithdrawFigures, 'requiredVnd' | 'leaderShareVnd'>,
): WithdrawFigures {
  const { cashVnd, heldVnd, estimatedProfitVnd } = funds;
  const equityVnd = preview.explainEquity(funds).value;
  const availableVnd = preview.explainAvailable({ equityVnd, requiredVnd }).value;
  return {
    ...{ cashVnd, heldVnd, estimatedProfitVnd, requiredVnd, equityVnd, availableVnd, leaderShareVnd },
    withdrawable: preview.explainWithdrawable({ availableVnd, cashVnd, heldVnd, leaderShareVnd }),
  };
}
