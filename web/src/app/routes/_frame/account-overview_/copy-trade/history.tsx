import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '#pages/copy-trade/results/history-page.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/history')({ component: HistoryPage });
