import { createFileRoute } from '@tanstack/react-router';
import { loadNoticesWords } from '#i18n/i18n.ts';
import { AlertsPage } from '#pages/alerts/alerts-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/alerts')({
  loader: loadNoticesWords,
  component: AlertsPage,
});
