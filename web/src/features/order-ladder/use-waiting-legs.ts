/**
 * What waits in the ladder's contract: take profits, stop losses and trailing stops, each price as a chip in its row. They
 * are moved and cancelled as live orders are; what cancels those of a side leaves them, because they protect.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { ownIdOf, type RestingOrder, type WaitingLeg } from '#features/order-ladder/resting-order.ts';
import { type OrderMoves, useOrderMoves } from '#features/order-ladder/use-order-moves.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { type HeldLots, markOf, useMark } from '#market/live-marks.ts';
import { entryTicksOf, legMovedTo, legsOf } from '#orders/conditional-legs.ts';
import { cancelConditional, modifyConditional } from '#orders/conditional-orders.ts';
import { noteConditional } from '#orders/order-notices.ts';
import { useWaitingConditionals } from '#orders/waiting-conditionals.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { patiently } from '#wire/patience.ts';

export interface WaitingLegs {
  readonly legs: readonly WaitingLeg[];
  readonly moves: OrderMoves<WaitingLeg>;
  /** The whole order: of a pair, both legs. */
  cancel(leg: WaitingLeg): void;
}

export interface LegsGround {
  readonly actor: AccountActor | null;
  readonly resting: readonly RestingOrder[];
  readonly held: HeldLots | null;
}

export function useWaitingLegs(contract: Contract, ground: LegsGround): WaitingLegs {
  const client = useQueryClient();
  const { t } = useTranslation();
  const format = useFormat();
  const { actor } = ground;
  const grid = contract.decimalFormat;
  const legs = useLegs(contract, ground);
  /** Orders whose cancel has no answer yet: a second one would only be refused. */
  const leaving = useRef(new Set<string>());
  const refused = (fault: Parameters<typeof writtenError>[1]) => {
    toast.error(writtenError({ t, format, grid }, fault));
    return null;
  };
  const now = useRef(legs);
  useLayoutEffect(() => {
    now.current = legs;
  });
  const moves = useOrderMoves(legs, async (moved, ticks) => {
    // A trailing stop may have followed the price since it was grabbed.
    const own = now.current.find((one) => ownIdOf(one) === ownIdOf(moved));
    if (!actor || !own) return null;
    const from = { leg: own.leg, ticks: own.priceTicks };
    const request = legMovedTo(own.conditional, from, { ticks, grid, markTicks: markOf(contract.code) });
    if ('code' in request) return refused(request);
    return modifyConditional(client, actor, request).catch((error: unknown) => refused(refusalIn(error)));
  });
  return {
    legs,
    moves,
    cancel: ({ conditional }) => {
      const { conditionalOrderId: id } = conditional;
      if (!actor || leaving.current.has(id)) return;
      leaving.current.add(id);
      void patiently(() => cancelConditional(client, actor, id))
        .catch((error: unknown) => noteConditional({ order: conditional, ...refusalIn(error) }))
        .finally(() => leaving.current.delete(id));
    },
  };
}

function useLegs(contract: Contract, { actor, resting, held }: LegsGround): readonly WaitingLeg[] {
  const conditionals = useWaitingConditionals(actor, contract.code);
  const markTicks = useMark(contract.code);
  return useMemo(() => {
    const grid = contract.decimalFormat;
    const orders = resting.map(({ order }) => order);
    return conditionals.flatMap((conditional) => {
      const { side, quantity: lots } = conditional;
      const entryTicks = entryTicksOf(conditional, orders, grid);
      return legsOf(conditional, grid, markTicks).map(({ leg, ticks }): WaitingLeg => {
        const profitVnd = exitProfitVnd({ side, lots, ticks }, { contract, entryTicks, held });
        return { conditional, leg, priceTicks: ticks, profitVnd };
      });
    });
  }, [contract, conditionals, markTicks, resting, held]);
}
