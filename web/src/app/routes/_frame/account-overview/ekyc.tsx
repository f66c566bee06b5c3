import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { EkycPage } from '#pages/account-overview/ekyc/ekyc-page.tsx';

export interface EkycSearch {
  /** Of the application, which knows its steps; the first that is not done where there is none of that name. */
  readonly step?: string;
}

export const Route = createFileRoute('/_frame/account-overview/ekyc')({
  validateSearch: ({ step }: Record<string, unknown>): EkycSearch => (typeof step === 'string' ? { step } : {}),
  component: EkycRoute,
});

function EkycRoute() {
  const { step: asked } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <EkycPage asked={asked} onGo={(step) => void navigate({ search: { step } })} />;
}
