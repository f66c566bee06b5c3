import { createFileRoute } from '@tanstack/react-router';
import { ProfitPage } from '#pages/copy-trade/results/profit-page.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/profit')({ component: ProfitPage });
