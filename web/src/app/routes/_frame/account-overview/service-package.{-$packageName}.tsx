import { createFileRoute } from '@tanstack/react-router';
import { ServicePackagePage } from '#pages/service-package/service-package-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/service-package/{-$packageName}')({
  component: PackageRoute,
});

function PackageRoute() {
  return <ServicePackagePage name={Route.useParams().packageName} />;
}
