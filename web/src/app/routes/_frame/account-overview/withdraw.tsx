import { createFileRoute } from '@tanstack/react-router';
import { WithdrawPage } from '#pages/withdraw/withdraw-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/withdraw')({ component: WithdrawPage });
