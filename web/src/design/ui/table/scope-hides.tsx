/** Says how many rows the scope hides, and shows them again with one press. */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { type ScopedList, useListScope } from '#session/list-scope-store.ts';

export interface ScopeHidesProps {
  readonly list: ScopedList;
  readonly hidden: number;
}

export function useScopeHides(hidden: number): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  return hidden === 0 ? undefined : t(($) => $.lists.scopeHides, { hidden: format.volume(hidden) });
}

export function ShowAllScope({ list, hidden }: ScopeHidesProps) {
  const { t } = useTranslation();
  const setNarrowed = useListScope((store) => store.setNarrowed);
  if (hidden === 0) return null;
  return (
    <Button size="sm" variant="outline" data-testid={`show-all-${list}`} onClick={() => setNarrowed(list, false)}>
      {t(($) => $.lists.showAll)}
    </Button>
  );
}
