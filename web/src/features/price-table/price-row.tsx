/** One contract on the board. The row itself renders when it is selected or its session changes, never on a price. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
import type { Contract } from '@mua/contract/entities/contract';
import { type MouseEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import type { BoardColumn } from '#features/price-table/board-columns.ts';
import { FavoriteButton } from '#features/price-table/favorite-button.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { Cell, FigureCells } from '#features/price-table/row-cells.tsx';
import { SideButtons } from '#features/price-table/side-buttons.tsx';
import { languageOf } from '#i18n/languages.ts';
import { useQuoteSession } from '#market/use-quote.ts';

export interface PriceRowProps {
  readonly contract: Contract;
  readonly columns: readonly BoardColumn[];
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly isFavorite: boolean;
  /** The row with the keyboard focus. */
  readonly isActive: boolean;
  readonly actions: RowActions;
}

export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { contract, columns, rowIndex, isSelected, isFavorite, isActive, actions } = props;
  const { code } = contract;
  const { t, i18n } = useTranslation();
  const [isNear, setNear] = useState(false);
  const isClosed = useQuoteSession(code) === 'CLOSED';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys of whichever row is active.
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-testid={`row-${code}`}
      data-code={code}
      onClick={() => actions.onSelect(code)}
      onDoubleClick={() => actions.onOpen(code)}
      onContextMenu={(event) => openMenu(event, code, actions)}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      className={cn(
        'group/row grid h-full cursor-default grid-cols-(--board-columns) items-center border-border border-b outline-offset-[-2px] hover:bg-surface-2',
        isSelected && 'bg-surface-2 shadow-[inset_2px_0_var(--primary-text)]',
        'focus-visible:bg-surface-2',
        isClosed && 'text-fg-3',
      )}
    >
      <Cell className="pr-0 pl-3">
        <FavoriteButton
          code={code}
          t={t}
          isOn={isFavorite}
          isReachable={isActive}
          onToggle={actions.onToggleFavorite}
        />
      </Cell>
      <Cell>
        <a
          href={`/trading/${code}`}
          tabIndex={isActive ? 0 : -1}
          onClick={(event) => openInPlace(event, () => actions.onOpen(code))}
          className="rounded-[3px] font-medium hover:text-primary-text hover:underline"
        >
          {code}
        </a>
      </Cell>
      <Cell className={cn('relative flex items-center self-stretch', !isClosed && 'text-fg-2')}>
        <span className="truncate">{contract.commodityName[languageOf(i18n.resolvedLanguage)]}</span>
        {(isNear || isActive) && <SideButtons code={code} t={t} isReachable={isActive} actions={actions} />}
      </Cell>
      <FigureCells contract={contract} columns={columns} isClosed={isClosed} t={t} />
    </div>
  );
});

/** Opened by the right button or the menu key; on a link the browser's own menu is more useful. */
function openMenu(event: MouseEvent, code: string, actions: RowActions): void {
  const { target, currentTarget, clientX, clientY } = event;
  if (target instanceof HTMLAnchorElement) return;
  event.preventDefault();
  const box = currentTarget.getBoundingClientRect();
  // The menu key has no pointer position.
  const isByKey = clientX === 0 && clientY === 0;
  actions.onMenu(code, isByKey ? { x: box.left + 24, y: box.bottom } : { x: clientX, y: clientY });
}

/** A real link for the keyboard, new tabs and screen readers; a plain click stays in this page. */
export function openInPlace(event: MouseEvent, open: () => void): void {
  event.stopPropagation();
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
