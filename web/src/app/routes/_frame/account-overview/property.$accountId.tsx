import { createFileRoute } from '@tanstack/react-router';
import { PropertyPage } from '#pages/account-overview/property-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/property/$accountId')({ component: PropertyRoute });

function PropertyRoute() {
  const { accountId } = Route.useParams();
  return <PropertyPage accountId={accountId} />;
}
