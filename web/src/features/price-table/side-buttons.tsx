/** Buy and sell buttons over the end of the name while the pointer or the focus is on the row. */
import type { TFunction } from 'i18next';
import { Ellipsis } from 'lucide-react';
import { cn } from '#design/class-names.ts';
import type { RowActions } from '#features/price-table/row-actions.ts';

export interface SideButtonsProps {
  readonly code: string;
  readonly t: TFunction;
  readonly isReachable: boolean;
  readonly actions: Pick<RowActions, 'onOpen' | 'onMenu'>;
}

export function SideButtons({ code, t, isReachable, actions }: SideButtonsProps) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-0 flex items-center gap-1 bg-surface-2 pl-2 opacity-0 group-focus-within/row:pointer-events-auto group-focus-within/row:opacity-100 group-hover/row:pointer-events-auto group-hover/row:opacity-100">
      {(['BUY', 'SELL'] as const).map((side) => (
        <button
          key={side}
          type="button"
          tabIndex={isReachable ? 0 : -1}
          aria-label={t(($) => $.board.trade, { side: t(($) => $.words.side[side]), code })}
          data-testid={`${side.toLowerCase()}-${code}`}
          onClick={(event) => {
            event.stopPropagation();
            actions.onOpen(code, side);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
          className={cn(
            'h-[min(24px,calc(100%-4px))] rounded-sm px-2 font-medium text-12 text-on-side',
            side === 'BUY' ? 'bg-buy hover:bg-buy-hover' : 'bg-sell hover:bg-sell-hover',
          )}
        >
          {t(($) => $.words.side[side])}
        </button>
      ))}
      <button
        type="button"
        tabIndex={isReachable ? 0 : -1}
        aria-label={t(($) => $.board.more, { code })}
        aria-haspopup="menu"
        data-testid={`more-${code}`}
        onClick={(event) => {
          event.stopPropagation();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          actions.onMenu(code, { x: left, y: bottom });
        }}
        onDoubleClick={(event) => event.stopPropagation()}
        className="grid h-[min(24px,calc(100%-4px))] w-6 place-items-center rounded-sm text-fg-2 hover:bg-surface-4 hover:text-foreground"
      >
        <Ellipsis aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
