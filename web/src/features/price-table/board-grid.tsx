/** The rows of the board: only those in view are mounted, each positioned absolutely. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import { ChevronDown } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useVisibleLines } from '#design/use-visible-lines.ts';
import type { ColumnLayout } from '#features/price-table/board-columns.ts';
import { BoardHead, HEAD_HEIGHT } from '#features/price-table/board-head.tsx';
import type { BoardLine } from '#features/price-table/board-lines.ts';
import { PhoneRow } from '#features/price-table/phone-row.tsx';
import { PriceRow } from '#features/price-table/price-row.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import type { Board } from '#features/price-table/use-board.ts';
import { useBoardKeys } from '#features/price-table/use-board-keys.ts';
import { pricesAreShown } from '#market/first-price.ts';
import { type Density, useAppearance } from '#session/appearance-store.ts';

const ROW_HEIGHTS: Record<Density, number> = { dense: 24, default: 28, comfortable: 36 };
const PHONE_ROW_HEIGHT = 56;
const GROUP_HEIGHT = 28;
const PHONE_GROUP_HEIGHT = 44;

export interface BoardGridProps {
  readonly label: string;
  readonly board: Board;
  /** Null on a phone, where rows have no columns. */
  readonly layout: ColumnLayout | null;
  readonly selectedCode: string | null;
  readonly favorites: ReadonlySet<string>;
  readonly actions: RowActions;
}

export function BoardGrid({ label, board, layout, selectedCode, favorites, actions }: BoardGridProps) {
  const { t } = useTranslation();
  const { lines } = board;
  const body = useRef<HTMLDivElement>(null);
  const density = useAppearance((state) => state.density);
  const rowHeight = layout ? ROW_HEIGHTS[density] : PHONE_ROW_HEIGHT;
  const groupHeight = layout ? GROUP_HEIGHT : PHONE_GROUP_HEIGHT;
  const heights = useMemo(
    () => lines.map(({ kind }) => (kind === 'group' ? groupHeight : rowHeight)),
    [lines, groupHeight, rowHeight],
  );
  const keys = useBoardKeys({ lines, selectedCode, actions, body, scrollTo: (index) => visible.scrollTo(index) });
  // The focused row stays mounted when it is scrolled away, or the focus would be lost.
  const visible = useVisibleLines({ heights, headHeight: layout ? HEAD_HEIGHT : 0, keep: keys.activeIndex });
  useEffect(pricesAreShown, []);
  const grid = useRef<HTMLDivElement>(null);
  const style = useMemo(
    () => ({ '--board-columns': layout?.template, '--board-width': layout?.width }) as CSSProperties,
    [layout],
  );

  return (
    <div
      ref={visible.ref}
      className="min-h-0 flex-1 overflow-auto overscroll-contain low:overscroll-auto"
      data-testid="board"
    >
      {/* The columns are calculated from its width (100cqw): that of the scrolled element includes the scroll bar. */}
      <div className="@container">
        <div
          ref={grid}
          role="grid"
          aria-label={label}
          aria-description={layout ? t(($) => $.board.keys) : undefined}
          aria-rowcount={lines.length + 1}
          tabIndex={-1}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onPointerEnter={() => board.hold(true)}
          onPointerLeave={() => board.hold(false)}
          className="min-w-(--board-width) outline-none"
          style={style}
        >
          {layout && <BoardHead layout={layout} grid={grid} sort={board.sort} onSort={board.sortBy} />}
          <div ref={body} role="rowgroup" className="relative" style={{ height: visible.totalHeight }}>
            {visible.lines.map(({ index, top, height }) => (
              <div
                key={keyOf(lines[index], index)}
                role="presentation"
                // A changing figure lays out and paints only its own row.
                className="absolute inset-x-0 contain-strict"
                style={{ top, height }}
              >
                <Line
                  line={lines[index]}
                  rowIndex={index + 2}
                  layout={layout}
                  isActive={index === keys.activeIndex}
                  selectedCode={selectedCode}
                  favorites={favorites}
                  actions={actions}
                  onToggleGroup={board.toggleGroup}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly line: BoardLine | undefined;
  readonly rowIndex: number;
  readonly layout: ColumnLayout | null;
  readonly isActive: boolean;
  readonly selectedCode: string | null;
  readonly favorites: ReadonlySet<string>;
  readonly actions: RowActions;
  readonly onToggleGroup: Board['toggleGroup'];
}

function Line({ line, rowIndex, layout, isActive, selectedCode, favorites, actions, onToggleGroup }: LineProps) {
  if (!line) return null;
  if (line.kind === 'group') return <GroupLine line={line} rowIndex={rowIndex} onToggle={onToggleGroup} />;
  const { contract } = line;
  const row = { contract, rowIndex, isActive, isFavorite: favorites.has(contract.code), actions };
  return layout ? (
    <PriceRow {...row} columns={layout.columns} isSelected={contract.code === selectedCode} />
  ) : (
    <PhoneRow {...row} />
  );
}

function GroupLine({
  line,
  rowIndex,
  onToggle,
}: {
  line: Extract<BoardLine, { kind: 'group' }>;
  rowIndex: number;
  onToggle: Board['toggleGroup'];
}) {
  const { t } = useTranslation();
  const { group, count, isCollapsed } = line;
  const name = t(($) => $.words.group[group]);
  return (
    <div role="row" aria-rowindex={rowIndex} className="h-full border-border border-b bg-surface-2">
      <span role="gridcell" className="flex h-full">
        <button
          type="button"
          aria-expanded={!isCollapsed}
          aria-label={
            isCollapsed ? t(($) => $.board.expand, { group: name }) : t(($) => $.board.collapse, { group: name })
          }
          onClick={() => onToggle(group)}
          className="sticky left-0 flex items-center gap-2 px-3 text-12 outline-offset-[-3px]"
        >
          <ChevronDown aria-hidden className={cn('size-3.5 text-fg-2', isCollapsed && '-rotate-90')} />
          <span className="font-semibold">{name}</span>
          <span className="text-fg-3">
            {count === 1 ? t(($) => $.board.code, { count }) : t(($) => $.board.codes, { count })}
          </span>
        </button>
      </span>
    </div>
  );
}

function keyOf(line: BoardLine | undefined, index: number): string {
  if (!line) return String(index);
  return line.kind === 'group' ? `group ${line.group}` : line.contract.code;
}
