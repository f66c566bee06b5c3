/** The open half of the column menu: which columns, in which order, with the keyboard too. Remembered on this device. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { Checkbox } from '#design/ui/checkbox.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/popover.tsx';
import type { ColumnId } from './board-columns.ts';
import { ColumnButton } from './column-button.tsx';
import { useColumnNames } from './column-names.ts';
import { useColumns } from './column-store.ts';

export function ColumnChoices({ hiddenColumns }: { hiddenColumns: number }) {
  const { t } = useTranslation();
  const { order, reset } = useColumns();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <ColumnButton />
      </PopoverTrigger>
      <PopoverContent className="w-64 p-1.5" aria-label={t(($) => $.board.columnsTitle)}>
        <div className="flex items-center justify-between py-1 pr-1 pl-2">
          <h3 className="text-12 text-fg-3">{t(($) => $.board.columnsTitle)}</h3>
          <Button variant="link" size="text" className="text-12" onClick={reset}>
            {t(($) => $.board.columnsReset)}
          </Button>
        </div>
        <ul className="max-h-[min(520px,calc(100dvh-200px))] overflow-y-auto">
          {order.map((id, index) => (
            <ColumnLine key={id} id={id} isFirst={index === 0} isLast={index === order.length - 1} />
          ))}
        </ul>
        {hiddenColumns > 0 && (
          <p className="px-2 pt-1.5 pb-1 text-11 text-fg-3">
            {t(($) => $.board.columnsHidden, { count: hiddenColumns })}
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

function ColumnLine({ id, isFirst, isLast }: { id: ColumnId; isFirst: boolean; isLast: boolean }) {
  const { t } = useTranslation();
  const { nameOf } = useColumnNames();
  const { hidden, setShown, move } = useColumns();
  const name = nameOf(id);
  const step =
    'grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-surface-4 hover:text-foreground disabled:text-disabled disabled:hover:bg-transparent';
  return (
    <li className="group/line flex h-7 items-center gap-1 rounded-sm pr-0.5 pl-2 hover:bg-surface-3">
      <label htmlFor={`column-${id}`} className="flex min-w-0 flex-1 items-center gap-2">
        <Checkbox
          id={`column-${id}`}
          checked={!hidden.includes(id)}
          onCheckedChange={(next) => setShown(id, next === true)}
        />
        <span className="truncate">{name}</span>
      </label>
      <button
        type="button"
        disabled={isFirst}
        aria-label={t(($) => $.board.moveUp, { column: name })}
        onClick={() => move(id, -1)}
        className={step}
      >
        <ArrowUp aria-hidden className="size-3.5" />
      </button>
      <button
        type="button"
        disabled={isLast}
        aria-label={t(($) => $.board.moveDown, { column: name })}
        onClick={() => move(id, 1)}
        className={step}
      >
        <ArrowDown aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
