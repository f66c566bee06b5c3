/**
 * The trading account in one line, at current prices: its equity, what is held, and what is available. Each figure
 * explains its calculation.
 */
import type { MarginStatus } from '@mua/contract/entities/margin';
import * as preview from '@mua/core/preview';
import { formatDecimal } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { leaderShareOf } from '#accounts/leader-share.ts';
import { cn } from '#design/class-names.ts';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveFunds, useMarks } from '#market/live-marks.ts';
import { marginStatusQuery, useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export const ACCOUNT_FIGURES = ['equity', 'requiredMargin', 'availableMargin', 'marginRatio', 'withdrawable'] as const;
export type AccountFigureName = (typeof ACCOUNT_FIGURES)[number] | 'missing';

export interface AccountFiguresProps {
  readonly figures?: readonly AccountFigureName[];
  /** Uses the figures last reported by the server, to match a text of its own; otherwise those at current prices. */
  readonly isAsReported?: boolean;
  readonly className?: string | undefined;
}

/** Renders nothing for a visitor, and before the margin has loaded. */
export function AccountFigures(props: AccountFiguresProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  const ids = { userId: userId ?? '', accountId: account?.accountId ?? '' };
  const isKnown = userId !== null && account !== undefined;
  const { data } = useQuery({ ...marginStatusQuery(ids.userId, ids.accountId), enabled: isKnown });
  return data ? <FiguresOf status={data} {...props} /> : null;
}

function FiguresOf({
  status,
  figures = ACCOUNT_FIGURES,
  isAsReported = false,
  className,
}: AccountFiguresProps & { readonly status: MarginStatus }) {
  const explained = useExplainedFigures(status, isAsReported);
  return (
    <dl data-testid="account-figures" className={cn('tabular-nums', className)}>
      {figures.map((name) => (
        <AccountFigure key={name} figure={name} explanation={explained[name]} />
      ))}
    </dl>
  );
}

/** Values and explanations come from one computation in core/preview. */
function useExplainedFigures(
  status: MarginStatus,
  isAsReported: boolean,
): Record<AccountFigureName, preview.AnyExplanation> {
  const contracts = useContractsByCode();
  const codes = useMemo(
    () => (isAsReported ? [] : status.contracts.map(({ contractCode }) => contractCode)),
    [status, isAsReported],
  );
  const marks = useMarks(codes);
  return useMemo(() => {
    const funds = liveFunds(status, contracts, marks);
    const required = preview.explainTotalRequired(
      status.contracts.map(({ contractCode, requiredMargin }) => {
        return { contractCode, requiredVnd: BigInt(requiredMargin) };
      }),
    );
    const equity = preview.explainEquity(funds);
    const solvency = { equityVnd: equity.value, requiredVnd: required.value };
    const available = preview.explainAvailable(solvency);
    return {
      equity,
      requiredMargin: required,
      availableMargin: available,
      marginRatio: preview.explainRatio(solvency),
      withdrawable: preview.explainWithdrawable({
        ...funds,
        availableVnd: available.value,
        leaderShareVnd: leaderShareOf(status, equity.value),
      }),
      missing: preview.explainShortfall(solvency, status.ladder?.levels.call ?? 100),
    };
  }, [status, contracts, marks]);
}

function AccountFigure({ figure, explanation }: { figure: AccountFigureName; explanation: preview.AnyExplanation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(($) => $.words.margin[figure]);
  const { value } = explanation;
  const text = figure === 'marginRatio' ? ratioText(value) : typeof value === 'bigint' ? format.vnd(value) : null;
  return (
    <Cell name={name}>
      <ExplainedFigure name={name} explain={() => explanation} className="whitespace-nowrap font-medium">
        {text ?? format.vnd(null)}
      </ExplainedFigure>
    </Cell>
  );

  function ratioText(basisPoints: preview.AnyExplanation['value']): string {
    return format.ratio(typeof basisPoints === 'bigint' ? formatDecimal(basisPoints, 2) : null);
  }
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-11 text-fg-3 leading-3.5">{name}</dt>
      <dd className="text-12 leading-4.25">{children}</dd>
    </div>
  );
}
