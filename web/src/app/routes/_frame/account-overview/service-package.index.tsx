import { createFileRoute } from '@tanstack/react-router';
import { PackagesPage } from '#pages/service-package/packages-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/service-package/')({ component: PackagesPage });
