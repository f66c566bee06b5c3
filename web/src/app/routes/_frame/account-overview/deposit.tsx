import { createFileRoute } from '@tanstack/react-router';
import { DepositPage } from '#pages/deposit/deposit-page.tsx';

export interface DepositSearch {
  /** In whole dong: what a margin call or a refused order lacks. */
  readonly amount?: number;
}

export const Route = createFileRoute('/_frame/account-overview/deposit')({
  validateSearch: ({ amount }: Record<string, unknown>): DepositSearch =>
    Number.isSafeInteger(amount) && Number(amount) > 0 ? { amount: Number(amount) } : {},
  component: () => <DepositPage amount={Route.useSearch().amount} />,
});
