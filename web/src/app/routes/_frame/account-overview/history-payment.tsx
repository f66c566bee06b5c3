import { createFileRoute } from '@tanstack/react-router';
import { HistoryPaymentPage } from '#pages/history-payment/history-payment-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/history-payment')({ component: HistoryPaymentPage });
