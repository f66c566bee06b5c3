/**
 * Switches a list between the desk's contract alone ("Only ZCEZ26") and all contracts. On a phone it is in the list's
 * menu.
 */
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Chip } from '#design/ui/controls/chip.tsx';
import { DropdownMenuCheckboxItem } from '#design/ui/overlays/dropdown-menu.tsx';
import { type ScopedList, useListScope } from '#session/list-scope-store.ts';

export interface ScopeChipProps {
  readonly list: ScopedList;
  /** Undefined where there is no desk, and then there is no choice. */
  readonly deskCode: string | undefined;
}

export function ScopeChip({ list, deskCode }: ScopeChipProps) {
  const { t } = useTranslation();
  const isOn = useListScope(({ narrowed }) => narrowed.includes(list));
  const setNarrowed = useListScope((store) => store.setNarrowed);
  if (deskCode === undefined) return null;
  return (
    <Chip on={isOn} data-testid={`scope-${list}`} onClick={() => setNarrowed(list, !isOn)}>
      {t(($) => $.lists.onlyContract, { contract: deskCode })}
    </Chip>
  );
}

/** For the bar of a list; shown only where there is room. */
export function WideScopeChip(props: ScopeChipProps) {
  return useNarrowScreen() ? null : <ScopeChip {...props} />;
}

export function ScopeMenuItem({ list, deskCode }: ScopeChipProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const isOn = useListScope(({ narrowed }) => narrowed.includes(list));
  const setNarrowed = useListScope((store) => store.setNarrowed);
  if (deskCode === undefined || !isNarrow) return null;
  return (
    <DropdownMenuCheckboxItem
      data-testid={`scope-${list}`}
      checked={isOn}
      onCheckedChange={(next) => setNarrowed(list, next)}
    >
      {t(($) => $.lists.onlyContract, { contract: deskCode })}
    </DropdownMenuCheckboxItem>
  );
}
