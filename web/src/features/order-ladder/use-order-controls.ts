/** Everything that ladder and keys share: whose orders, whether they may be sent, how many lots, and the position. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots } from '@mua/core/values';
import { useMemo } from 'react';
import { lotsOfText } from '#features/order-ladder/ladder-lots.tsx';
import { type LadderArm, type LadderBar, useLadderArm } from '#features/order-ladder/use-ladder-arm.ts';
import { type LadderOrders, useLadderOrders } from '#features/order-ladder/use-ladder-orders.ts';
import { type LadderPosition, useLadderPosition } from '#features/order-ladder/use-ladder-position.ts';
import { useQuoteSession } from '#market/use-quote.ts';
import { useFeedState } from '#network/connection-store.ts';
import { type KeptExits, keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useOrderArm } from '#session/order-arm-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { type AccountActor, useActiveUser } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface OrderControls {
  readonly actor: AccountActor | null;
  readonly account: AccountOverview | undefined;
  readonly bar: LadderBar | null;
  readonly arm: LadderArm;
  readonly lotsText: string;
  setLotsText(text: string): void;
  /** Maximum of one order; null while the contract has no terms. */
  readonly maxLots: Lots | null;
  /** Null where what is typed is no number of lots. */
  readonly lots: Lots | null;
  /** Those kept for the commodity; null without any. */
  readonly exits: KeptExits | null;
  setExitsOn(isOn: boolean): void;
  readonly orders: LadderOrders;
  /** Undefined while it is not known whether there is one. */
  readonly position: LadderPosition | null | undefined;
}

const FIRST_LOTS = '1';

export function useOrderControls(contract: Contract): OrderControls {
  const { code } = contract;
  const userId = useActiveUser();
  const account = useTradingAccount();
  const actor = useMemo(
    () => (userId === null || !account ? null : { userId, accountId: account.accountId }),
    [userId, account],
  );
  const subscription = useSubscription(actor);
  const session = useQuoteSession(code) ?? contract.session.state;
  const isLive = useFeedState(contract.productType) === 'connected';
  const bar = barOf({ account, isLive, isOpen: session === 'OPEN' });
  const owner = actor && `${actor.userId} ${actor.accountId} ${code}`;
  const arm = useLadderArm({ bar, owner });
  const lotsText = useOrderArm(({ lots }) => (lots?.owner === owner ? lots.text : FIRST_LOTS));
  const maxLots = ownTerms(contract.terms, subscription)?.maxLotsPerOrder ?? null;
  const exitsKey = account ? keptExitsKey(account.accountId, contract.commodityCode) : '';
  const exits = useKeptExits((kept) => kept.exits[exitsKey]) ?? null;
  const position = useLadderPosition(contract, actor);
  return {
    actor,
    account,
    bar,
    arm,
    lotsText,
    setLotsText: (text) => owner !== null && useOrderArm.getState().setLotsText(owner, text),
    maxLots,
    lots: lotsOfText(lotsText, maxLots),
    exits,
    setExitsOn: (isOn) => useKeptExits.getState().setOn(exitsKey, isOn),
    orders: useLadderOrders(contract, actor, { exits: exits?.isOn ? exits : null, position: position ?? null }),
    position,
  };
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
