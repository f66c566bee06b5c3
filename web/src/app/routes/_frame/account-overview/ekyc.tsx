import { createFileRoute } from '@tanstack/react-router';
import { EkycPage } from '#pages/account-overview/ekyc/ekyc-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/ekyc')({ component: EkycPage });
