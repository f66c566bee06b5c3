/** Draws the checkboxes of a list whose rows are being chosen: one for each, and one for all that are shown. */
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import type { RowSelection } from '#design/use-row-selection.ts';

export function AllRowsCheck({ selection }: { selection: RowSelection }) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t(($) => $.lists.chooseAll)}
      data-testid="choose-all"
      checked={selection.all === 'some' ? 'indeterminate' : selection.all === 'all'}
      onCheckedChange={(next) => selection.toggleAll(next === true)}
    />
  );
}

export interface RowCheckProps {
  readonly selection: RowSelection;
  readonly rowKey: string;
  /** Name of the row as used inside a sentence. */
  readonly name: string;
  readonly isAble: boolean;
}

export function RowCheck({ selection, rowKey, name, isAble }: RowCheckProps) {
  const { t } = useTranslation();
  if (!isAble) return null;
  return (
    <Checkbox
      aria-label={t(($) => $.lists.choose, { order: name })}
      checked={selection.has(rowKey)}
      onCheckedChange={(next) => selection.toggle(rowKey, next === true)}
    />
  );
}
