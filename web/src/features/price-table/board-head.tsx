/** Two lines of heads: the groups, then the columns, each a button that sorts. Sticky above the rows. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { type BoardColumn, headSpans, startsGroup } from './board-columns.ts';
import type { BoardSort, SortKey } from './board-lines.ts';
import { useColumnNames } from './column-names.ts';

export const HEAD_HEIGHT = 50;

export interface BoardHeadProps {
  readonly columns: readonly BoardColumn[];
  readonly sort: BoardSort | null;
  readonly onSort: (key: SortKey) => void;
}

export function BoardHead({ columns, sort, onSort }: BoardHeadProps) {
  const { t } = useTranslation();
  const { nameOf, shortNameOf } = useColumnNames();
  const spans = headSpans(columns);
  // A column that stands alone has no group's head above it, so it says whose price it is.
  const alone = new Set<SortKey>(spans.filter(({ span }) => span === 1).map(({ key }) => key));
  const head = (key: SortKey) => ({
    ...{ sort, onSort, sortKey: key, name: nameOf(key) },
    shortName: alone.has(key) ? nameOf(key) : shortNameOf(key),
  });
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 border-border border-b bg-surface font-medium text-12 text-fg-3"
      style={{ height: HEAD_HEIGHT }}
    >
      <div role="presentation" className="grid h-6 grid-cols-(--board-columns) text-11">
        <span className="col-span-3" />
        {spans.map(({ group, span, key }) => (
          <span
            key={key}
            style={{ gridColumn: `span ${span}` }}
            className={cn('grid place-items-center', group && span > 1 && 'border-border-strong border-b')}
          >
            {group && span > 1 ? t(($) => $.board.group[group]) : null}
          </span>
        ))}
      </div>
      <div role="row" aria-rowindex={1} className="grid h-6.5 grid-cols-(--board-columns)">
        <span role="columnheader">
          <span className="sr-only">{t(($) => $.board.column.star)}</span>
        </span>
        <Head {...head('code')} />
        <Head {...head('commodity')} />
        {columns.map(({ id, numeric }, index) => (
          <Head key={id} {...head(id)} numeric={numeric} className={startsGroup(columns, index) ? 'pl-3.5' : ''} />
        ))}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly sortKey: SortKey;
  readonly name: string;
  readonly shortName: string;
  readonly sort: BoardSort | null;
  readonly onSort: (key: SortKey) => void;
  readonly numeric?: boolean;
  readonly className?: string;
}

function Head({ sortKey, name, shortName, sort, onSort, numeric = false, className }: HeadProps) {
  const { t } = useTranslation();
  const direction = sort?.key === sortKey ? sort.direction : null;
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <span role="columnheader" aria-sort={direction ?? 'none'} className="flex min-w-0 last:[&>button]:pr-3">
      <button
        type="button"
        title={name === shortName ? undefined : name}
        aria-label={t(($) => $.board.sortBy, { column: name })}
        onClick={() => onSort(sortKey)}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-0.5 whitespace-nowrap px-1.5 outline-offset-[-2px] hover:text-foreground',
          numeric && 'justify-end',
          direction && 'text-foreground',
          className,
        )}
      >
        {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
        <span className="truncate">{shortName}</span>
      </button>
    </span>
  );
}
