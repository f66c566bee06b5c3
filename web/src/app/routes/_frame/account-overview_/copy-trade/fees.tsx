import { createFileRoute } from '@tanstack/react-router';
import { FeesPage } from '#pages/copy-trade/results/fees-page.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/fees')({ component: FeesPage });
