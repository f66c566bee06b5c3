import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { readSearch, text } from '#app/read-search.ts';
import { loadApplicationWords } from '#i18n/i18n.ts';
import { EkycPage } from '#pages/account-overview/ekyc/ekyc-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/ekyc')({
  loader: loadApplicationWords,
  // A step of the application; an unknown name falls back to the first step that is not done.
  validateSearch: readSearch({ step: text }),
  component: EkycRoute,
});

function EkycRoute() {
  const { step: asked } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <EkycPage asked={asked} onGo={(step) => void navigate({ search: { step } })} />;
}
