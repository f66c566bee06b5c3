import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { loadCalculatorWords } from '#i18n/i18n.ts';
import { type CalculatorSearch, readCalculatorSearch } from '#pages/margin-calculator/calculator-search.ts';
import { MarginCalculatorPage } from '#pages/margin-calculator/margin-calculator-page.tsx';

export const Route = createFileRoute('/_frame/margin-calculator')({
  validateSearch: readCalculatorSearch,
  loader: loadCalculatorWords,
  component: MarginCalculatorRoute,
});

function MarginCalculatorRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const onSearch = useCallback(
    (next: CalculatorSearch) =>
      void navigate({ to: '/margin-calculator', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return <MarginCalculatorPage search={search} onSearch={onSearch} />;
}
