import { createFileRoute } from '@tanstack/react-router';
import { PackagePage } from '#pages/service-package/package-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/service-package/$packageName')({
  component: PackageRoute,
});

function PackageRoute() {
  const { packageName } = Route.useParams();
  return <PackagePage key={packageName} name={packageName} />;
}
