import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/')({
  beforeLoad: () => {
    const to = '/account-overview/copy-trade/strategies/{-$strategyId}';
    throw redirect({ to, params: { strategyId: undefined }, replace: true });
  },
});
