/**
 * Thang giá / Ladder: each price of the contract is a row with one-click buy and sell, for those who opt in. Off by
 * default, and locked when shown: then a click does nothing at all.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { Crosshair } from 'lucide-react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { LadderControls } from '#features/order-ladder/ladder-controls.tsx';
import { LadderHead } from '#features/order-ladder/ladder-head.tsx';
import { LADDER_GRID, type LadderActs, LadderRowView } from '#features/order-ladder/ladder-row.tsx';
import { orderOfClick } from '#features/order-ladder/ladder-view.ts';
import { isWaitingLeg, type OwnOrder } from '#features/order-ladder/resting-order.ts';
import { useRestlessPlaces } from '#features/order-ladder/restless-places.ts';
import { say } from '#features/order-ladder/say.ts';
import { useDragOrder } from '#features/order-ladder/use-drag-order.ts';
import { useLadderFocus } from '#features/order-ladder/use-ladder-focus.ts';
import { placeKey } from '#features/order-ladder/use-ladder-orders.ts';
import { useLadderRows } from '#features/order-ladder/use-ladder-rows.ts';
import { useLadderWindow } from '#features/order-ladder/use-ladder-window.ts';
import { useOrderControls } from '#features/order-ladder/use-order-controls.ts';
import type { OrderMoves } from '#features/order-ladder/use-order-moves.ts';
import { useQueuePlaces } from '#features/order-ladder/use-queue-places.ts';
import { useStopModifier } from '#features/order-ladder/use-stop-modifier.ts';
import { useSwipedPrices } from '#features/order-ladder/use-swiped-prices.ts';
import { useWaitingLegs } from '#features/order-ladder/use-waiting-legs.ts';
import { useWheelRef } from '#features/order-ladder/use-wheel-ref.ts';
import { useShortcut } from '#session/shortcuts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export interface OrderLadderProps {
  readonly contract: Contract;
  /** Actions in its header, omitted when a tab already names it. */
  readonly actions?: ReactNode;
}

export function OrderLadder({ contract, actions }: OrderLadderProps) {
  const { t } = useTranslation();
  const isSignedIn = useActiveUser() !== null;
  const title = t(($) => $.desk.ladder);
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      {isSignedIn ? (
        <SignedInLadder contract={contract} actions={actions} />
      ) : (
        <>
          {actions && (
            <header className="flex h-panel-head shrink-0 items-center justify-between border-border border-b pr-1.5 pl-3">
              <h2 className="truncate text-13">{title}</h2>
              {actions}
            </header>
          )}
          <SignInFirst />
        </>
      )}
    </section>
  );
}

function SignedInLadder({ contract, actions }: OrderLadderProps) {
  const { t } = useTranslation();
  const controls = useOrderControls(contract);
  const { actor, arm, bar, lots, orders, position } = controls;
  const view = useLadderWindow(contract);
  const { window, lastTicks } = view;
  const rows = useLadderRows(contract, { window, averageTicks: position?.averageTicks ?? null });
  const aheadOf = useQueuePlaces(contract.code, orders.resting);
  const waiting = useWaitingLegs(contract, { actor, resting: orders.resting, held: position?.held ?? null });
  const restless = useRestlessPlaces([...orders.resting, ...waiting.legs]);
  const isStop = useStopModifier(arm.isArmed);
  useShortcut('centreLadder', view.centre);
  const moves: OrderMoves<OwnOrder> = {
    move: (own, ticks) => (isWaitingLeg(own) ? waiting.moves.move(own, ticks) : orders.moves.move(own, ticks)),
    step: (own, ticks) => (isWaitingLeg(own) ? waiting.moves.step(own, ticks) : orders.moves.step(own, ticks)),
  };
  const drag = useDragOrder({ isArmed: arm.isArmed, onDrop: moves.move });
  const focus = useLadderFocus(useWheelRef(view.ref, view.scroll));
  const swiped = useSwipedPrices(view.scroll);
  const { place } = focus;
  const acts: LadderActs = {
    isArmed: arm.isArmed,
    mayPlace: arm.isArmed && lots !== null,
    isStop,
    onPlace: ({ side, priceTicks, isStop }) => {
      if (!restless.mayPlace(side, priceTicks)) return say(t(($) => $.ladder.justLeft));
      const order = orderOfClick(side, priceTicks, { isStop, lastTicks });
      if (order && lots !== null) orders.place(order, lots);
    },
    // A key presses what has the focus, wherever that is now, and was not the end of a drag.
    onCancel: (own, { detail }) => {
      if (detail !== 0 && (drag.wasDragged() || !restless.mayCancel(own))) return;
      if (isWaitingLeg(own)) waiting.cancel(own);
      else orders.cancel(own);
    },
    onStep: moves.step,
    onGrab: drag.grab,
  };
  const tabTicks = rows.some(({ priceTicks }) => priceTicks === place.ticks)
    ? place.ticks
    : (window?.centreTicks ?? null);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    view.hold('focus', true);
    focus.onFocus(event);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    focus.onBlur(event);
    if (!event.currentTarget.contains(event.relatedTarget)) view.hold('focus', false);
  };
  return (
    <>
      <LadderHead contract={contract} controls={controls} actions={actions} />
      <ColumnHeads onCentre={view.centre} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; this is a walkable list of buttons. */}
      <div
        ref={focus.ref}
        role="group"
        aria-label={t(($) => $.desk.ladder)}
        data-testid="ladder-rows"
        // Lower than a few rows, the whole ladder scrolls.
        className="@container min-h-[var(--ladder-least,7rem)] flex-1 touch-pinch-zoom overflow-hidden"
        {...swiped}
        onPointerEnter={() => view.hold('pointer', true)}
        onPointerLeave={() => view.hold('pointer', false)}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={(event) => walk(event, (pages) => window && view.scroll(pages * window.rows))}
        // The wheel pressed: its own scrolling of the browser begins with the press.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => event.button === 1 && view.centre()}
      >
        {rows.map((row) => (
          <LadderRowView
            key={row.priceTicks}
            contract={contract}
            row={row}
            resting={orders.resting.filter(({ priceTicks }) => priceTicks === row.priceTicks)}
            legs={waiting.legs.filter(({ priceTicks }) => priceTicks === row.priceTicks)}
            isUnderWay={(side) => orders.underWay.has(placeKey(side, row.priceTicks))}
            tabSide={row.priceTicks === tabTicks ? place.side : null}
            isTarget={row.priceTicks === drag.targetTicks}
            aheadOf={aheadOf}
            acts={acts}
          />
        ))}
      </div>
      <LadderControls
        contract={contract}
        isArmed={arm.isArmed}
        bar={bar}
        isStop={isStop}
        lots={lots}
        position={position ?? null}
        orders={orders}
      />
    </>
  );
}

/** The head of the prices brings the market back to the middle. */
function ColumnHeads({ onCentre }: { onCentre: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="@container shrink-0 border-border border-b text-11 text-fg-3">
      <div className={cn('h-5 items-center finger:h-11', LADDER_GRID)}>
        <span className="hidden truncate px-1 text-right @min-[248px]:block">{t(($) => $.ladder.head.traded)}</span>
        <span className="truncate px-1.5 text-right">{t(($) => $.ladder.head.bid)}</span>
        <button
          type="button"
          aria-label={t(($) => $.ladder.centre)}
          title={t(($) => $.ladder.centreHint)}
          data-testid="ladder-centre"
          onClick={onCentre}
          className="flex h-full items-center justify-center gap-1 hover:bg-surface-3 hover:text-foreground"
        >
          {t(($) => $.words.market.price)}
          <Crosshair aria-hidden className="size-3" />
        </button>
        <span className="truncate px-1.5">{t(($) => $.ladder.head.ask)}</span>
      </div>
    </div>
  );
}

/** Arrows move between prices and between buy and sell, page keys by the rows in view, Home and End to the outermost. */
function walk(event: KeyboardEvent<HTMLElement>, turn: (pages: number) => void): void {
  ignoreHeldEnter(event);
  if (event.altKey || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest<HTMLElement>('[data-ladder-ticks]');
  const side = event.target.dataset.ladderSide;
  if (!row || side === undefined) return;
  if (turnPage(event, { row, side, turn })) return event.preventDefault();
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
  const toSide = { ArrowLeft: 'BUY', ArrowRight: 'SELL' }[event.key] ?? side;
  if (step === 0 && toSide === side) return;
  event.preventDefault();
  const ticks = Number(row.dataset.ladderTicks) + step;
  event.currentTarget
    .querySelector<HTMLElement>(`[data-ladder-ticks="${ticks}"] [data-ladder-side="${toSide}"]`)
    ?.focus();
}

interface LadderPlace {
  readonly row: HTMLElement;
  readonly side: string;
  /** Up is positive. */
  readonly turn: (pages: number) => void;
}

/** The focus stays at its height in the window, whatever prices come into view. */
function turnPage({ key, currentTarget }: KeyboardEvent<HTMLElement>, { row, side, turn }: LadderPlace): boolean {
  const rows = () => [...currentTarget.querySelectorAll<HTMLElement>('[data-ladder-ticks]')];
  const focusAt = (at: number) => rows().at(at)?.querySelector<HTMLElement>(`[data-ladder-side="${side}"]`)?.focus();
  const pages = { PageUp: 1, PageDown: -1 }[key];
  const end = { Home: 0, End: -1 }[key];
  if (pages !== undefined) {
    const at = rows().indexOf(row);
    flushSync(() => turn(pages));
    focusAt(at);
  } else if (end !== undefined) focusAt(end);
  return pages !== undefined || end !== undefined;
}
