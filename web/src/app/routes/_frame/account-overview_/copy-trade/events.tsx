import { createFileRoute } from '@tanstack/react-router';
import { EventsPage } from '#pages/copy-trade/results/events-page.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/events')({ component: EventsPage });
