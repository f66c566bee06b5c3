/** Chooses which columns a table shows and in which order, with the keyboard too, and restores the default. */
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { isShown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { type ColumnList, movedTo, orderedIds, UNTOUCHED, useColumnMemory } from '#session/column-memory.ts';

type Choice = Pick<ListColumn<never>, 'id' | 'name' | 'isFixed' | 'isExtra'>;

export interface ColumnMenuProps {
  readonly list: ColumnList;
  readonly columns: readonly Choice[];
}

export function ColumnMenu({ list, columns }: ColumnMenuProps) {
  const { t } = useTranslation();
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton label={t(($) => $.lists.columns)} size="icon-sm" className="size-6" data-testid={`columns-${list}`}>
          <Columns3 aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <ColumnChoices list={list} columns={columns} />
    </Popover>
  );
}

/** Shows what opens at the button; `children` stand below the choices. */
export function ColumnChoices({ list, columns, children }: ColumnMenuProps & { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const reset = useColumnMemory((memory) => memory.reset);
  const kept = useColumnMemory(({ lists }) => lists[list]) ?? UNTOUCHED;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ordered = orderedIds([...byId.keys()], kept.order).flatMap((id) => byId.get(id) ?? []);
  const order = ordered.map(({ id }) => id);
  return (
    <PopoverContent className="w-64 p-1.5" aria-label={t(($) => $.lists.columns)}>
      <div className="flex items-center justify-between py-1 pr-1 pl-2">
        <h3 className="text-12 text-fg-3">{t(($) => $.lists.columns)}</h3>
        <Button variant="link" size="text" className="text-12" data-testid="columns-reset" onClick={() => reset(list)}>
          {t(($) => $.lists.columnsReset)}
        </Button>
      </div>
      <ul className="max-h-[min(520px,calc(100dvh-200px))] overflow-y-auto">
        {ordered.map((column, place) => (
          <ColumnLine
            key={column.id}
            list={list}
            column={column}
            isOn={isShown(column, kept)}
            order={order}
            place={place}
          />
        ))}
      </ul>
      {children}
    </PopoverContent>
  );
}

interface ColumnLineProps {
  readonly list: ColumnList;
  readonly column: Choice;
  readonly isOn: boolean;
  readonly order: readonly string[];
  readonly place: number;
}

function ColumnLine({ list, column, isOn, order, place }: ColumnLineProps) {
  const { t } = useTranslation();
  const inputId = useId();
  const { setShown, setOrder } = useColumnMemory();
  const { id, name } = column;
  const [above, below] = [order[place - 1], order[place + 1]];
  const move = (target: string | undefined) => target !== undefined && setOrder(list, movedTo(order, id, target));
  const step =
    'grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-surface-4 hover:text-foreground disabled:text-disabled disabled:hover:bg-transparent';
  return (
    <li className="flex h-7 items-center gap-1 rounded-sm pr-0.5 pl-2 hover:bg-surface-3">
      <label htmlFor={inputId} className="flex min-w-0 flex-1 items-center gap-2">
        <Checkbox
          id={inputId}
          checked={isOn}
          disabled={column.isFixed ?? false}
          onCheckedChange={(next) => setShown(list, id, next === true)}
        />
        <span className="truncate">{name}</span>
      </label>
      <button
        type="button"
        disabled={above === undefined}
        aria-label={t(($) => $.lists.moveUp, { column: name })}
        onClick={() => move(above)}
        className={step}
      >
        <ArrowUp aria-hidden className="size-3.5" />
      </button>
      <button
        type="button"
        disabled={below === undefined}
        aria-label={t(($) => $.lists.moveDown, { column: name })}
        onClick={() => move(below)}
        className={step}
      >
        <ArrowDown aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
