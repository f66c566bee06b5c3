import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#pages/security-account/security-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/security-account')({ component: SecurityPage });
