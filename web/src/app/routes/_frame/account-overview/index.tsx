import { createFileRoute } from '@tanstack/react-router';
import { AccountHomePage } from '#pages/account-overview/home-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/')({ component: AccountHomePage });
