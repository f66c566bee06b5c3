/** The loaded part of the column menu: which columns, in which order, by keyboard too. Stored on this device. */
import { useTranslation } from 'react-i18next';
import { Popover, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { ColumnChoices as Choices } from '#design/ui/table/column-menu.tsx';
import { COLUMN_IDS, isWanted } from '#features/price-table/board-columns.ts';
import { ColumnButton } from '#features/price-table/column-button.tsx';
import { useColumnNames } from '#features/price-table/column-names.ts';
import { UNTOUCHED } from '#session/column-memory.ts';

export function ColumnChoices({ hiddenColumns }: { hiddenColumns: number }) {
  const { t } = useTranslation();
  const { nameOf } = useColumnNames();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <ColumnButton />
      </PopoverTrigger>
      <Choices
        list="board"
        columns={COLUMN_IDS.map((id) => ({ id, name: nameOf(id), isExtra: !isWanted(UNTOUCHED, id) }))}
      >
        {hiddenColumns > 0 && (
          <p className="px-2 pt-1.5 pb-1 text-11 text-fg-3">
            {t(($) => $.board.columnsHidden, { count: hiddenColumns })}
          </p>
        )}
      </Choices>
    </Popover>
  );
}
