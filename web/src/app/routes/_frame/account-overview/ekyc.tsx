import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { EkycPage } from '#pages/account-overview/ekyc/ekyc-page.tsx';

export interface EkycSearch {
  /** A step of the application; an unknown name falls back to the first step that is not done. */
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
