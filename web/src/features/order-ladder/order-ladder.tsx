/**
 * Thang giá / Ladder: each price of the contract is a row with one-click buy and sell, for those who opt in. Off by
 * default, and locked when shown: then a click does nothing at all.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Contract } from '@mua/contract/entities/contract';
import type { Side, Ticks } from '@mua/core/values';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { LadderControls } from '#features/order-ladder/ladder-controls.tsx';
import { LadderHead } from '#features/order-ladder/ladder-head.tsx';
import { type LadderActs, LadderRowView } from '#features/order-ladder/ladder-row.tsx';
import { ladderRows, orderOfClick } from '#features/order-ladder/ladder-view.ts';
import { useDragOrder } from '#features/order-ladder/use-drag-order.ts';
import { type LadderBar, useLadderArm } from '#features/order-ladder/use-ladder-arm.ts';
import { placeKey, useLadderOrders } from '#features/order-ladder/use-ladder-orders.ts';
import { useLadderWindow } from '#features/order-ladder/use-ladder-window.ts';
import { useStopModifier } from '#features/order-ladder/use-stop-modifier.ts';
import { useDepth } from '#market/depth-store.ts';
import { useQuoteSession } from '#market/use-quote.ts';
import { useFeedState } from '#network/connection-store.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface OrderLadderProps {
  readonly contract: Contract;
  /** Actions in its header, omitted when a tab already names it. */
  readonly actions?: ReactNode;
}

export function OrderLadder({ contract, actions }: OrderLadderProps) {
  const { t } = useTranslation();
  const isSignedIn = useActiveUser() !== null;
  const title = t(($) => $.ladder.title);
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col bg-surface">
      {actions && (
        <header className="flex h-panel-head shrink-0 items-center justify-between border-border border-b pr-1.5 pl-3">
          <h2 className="truncate text-13">{title}</h2>
          {actions}
        </header>
      )}
      {isSignedIn ? <SignedInLadder contract={contract} /> : <SignInFirst />}
    </section>
  );
}

function barOf(now: {
  readonly account: AccountOverview | undefined;
  readonly isLive: boolean;
  readonly isOpen: boolean;
}): LadderBar | null {
  if (!now.account) return 'noAccount';
  if (!now.account.isActivated) return 'notActivated';
  if (!now.isLive) return 'notLive';
  return now.isOpen ? null : 'notOpen';
}

function SignedInLadder({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const userId = useActiveUser();
  const account = useTradingAccount();
  const actor = useMemo(
    () => (userId === null || !account ? null : { userId, accountId: account.accountId }),
    [userId, account],
  );
  const subscription = useSubscription(actor);
  const session = useQuoteSession(contract.code) ?? contract.session.state;
  const isLive = useFeedState(contract.productType) === 'connected';
  const bar = barOf({ account, isLive, isOpen: session === 'OPEN' });
  const arm = useLadderArm({ bar, owner: actor && `${actor.userId} ${actor.accountId}` });
  const [lots, setLots] = useState(1);
  const exitsKey = account ? keptExitsKey(account.accountId, contract.commodityCode) : '';
  const exits = useKeptExits((kept) => kept.exits[exitsKey]) ?? null;
  const orders = useLadderOrders(contract, actor, exits?.isOn ? exits : null);
  const view = useLadderWindow(contract);
  const depth = useDepth(contract.code);
  const isStop = useStopModifier(arm.isArmed);
  const drag = useDragOrder({ isArmed: arm.isArmed, onDrop: orders.move });
  const [place, setPlace] = useState<{ readonly ticks: Ticks | null; readonly side: Side }>({
    ticks: null,
    side: 'BUY',
  });
  const { window, lastTicks } = view;
  const rows = useMemo(() => (window ? ladderRows(window, { depth, lastTicks }) : []), [window, depth, lastTicks]);
  const acts: LadderActs = {
    isArmed: arm.isArmed,
    isStop,
    onPlace: (side, priceTicks) => {
      const order = orderOfClick(side, priceTicks, { isStop, lastTicks });
      if (order) orders.place(order, lots);
    },
    onCancel: (resting) => !drag.wasDragged() && orders.cancel(resting),
    onMove: orders.move,
    onGrab: drag.grab,
  };
  const tabTicks = rows.some(({ priceTicks }) => priceTicks === place.ticks)
    ? place.ticks
    : (window?.centreTicks ?? null);
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    view.setHeld(true);
    const row = target.closest<HTMLElement>('[data-ladder-ticks]');
    const side = target.dataset.ladderSide;
    if (row && side) setPlace({ ticks: Number(row.dataset.ladderTicks), side: side === 'SELL' ? 'SELL' : 'BUY' });
  };
  return (
    <>
      <LadderHead
        account={account}
        arm={arm}
        mayArm={bar === null}
        lots={lots}
        maxLots={ownTerms(contract.terms, subscription)?.maxLotsPerOrder ?? null}
        onLots={setLots}
        exits={exits}
        onExits={(isOn) => useKeptExits.getState().setOn(exitsKey, isOn)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; this is a walkable list of buttons. */}
      <div
        ref={view.ref}
        role="group"
        aria-label={t(($) => $.ladder.title)}
        data-testid="ladder-rows"
        className="min-h-0 flex-1 overflow-hidden"
        onPointerEnter={() => view.setHeld(true)}
        onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && view.setHeld(false)}
        onFocus={onFocus}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && view.setHeld(false)}
        onWheel={({ deltaY }) => view.scroll(deltaY > 0 ? -1 : 1)}
        onKeyDown={walk}
      >
        {rows.map((row) => (
          <LadderRowView
            key={row.priceTicks}
            contract={contract}
            row={row}
            resting={orders.resting.filter(({ priceTicks }) => priceTicks === row.priceTicks)}
            isUnderWay={(side) => orders.underWay.has(placeKey(side, row.priceTicks))}
            tabSide={row.priceTicks === tabTicks ? place.side : null}
            isTarget={row.priceTicks === drag.targetTicks}
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
        orders={orders}
        onCentre={view.centre}
      />
    </>
  );
}

/** Arrows move between prices and between buy and sell. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  ignoreHeldEnter(event);
  if (event.altKey || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest<HTMLElement>('[data-ladder-ticks]');
  const side = event.target.dataset.ladderSide;
  if (!row || side === undefined) return;
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
  const toSide = { ArrowLeft: 'BUY', ArrowRight: 'SELL' }[event.key] ?? side;
  if (step === 0 && toSide === side) return;
  event.preventDefault();
  const ticks = Number(row.dataset.ladderTicks) + step;
  event.currentTarget
    .querySelector<HTMLElement>(`[data-ladder-ticks="${ticks}"] [data-ladder-side="${toSide}"]`)
    ?.focus();
}
