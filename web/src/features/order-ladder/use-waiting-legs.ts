/**
 * What waits in the ladder's contract: take profits, stop losses and trailing stops, each price as a chip in its row. They
 * are moved and cancelled as live orders are; what cancels those of a side leaves them, because they protect.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { ownIdOf, type RestingOrder, type WaitingLeg } from '#features/order-ladder/resting-order.ts';
import { type OrderMoves, useOrderMoves } from '#features/order-ladder/use-order-moves.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { type HeldLots, useMark } from '#market/live-marks.ts';
import { entryTicksOf, legMovedTo, legsOf } from '#orders/conditional-legs.ts';
import { cancelConditional, modifyConditional } from '#orders/conditional-orders.ts';
import { noteConditional } from '#orders/order-notices.ts';
import { useWaitingConditionals } from '#orders/waiting-conditionals.ts';
import { nowMs } from '#session/clock.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { patiently } from '#wire/patience.ts';

export interface WaitingLegs {
  readonly legs: readonly WaitingLeg[];
  readonly moves: OrderMoves<WaitingLeg>;
  /** A trailing stop has just come to this price, or left it: a click there may be meant for what was there before. */
  isRestless(ticks: Ticks): boolean;
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
    const request = legMovedTo(own.conditional, { leg: own.leg, ticks: own.priceTicks }, { ticks, grid });
    if ('code' in request) return refused(request);
    return modifyConditional(client, actor, request).catch((error: unknown) => refused(refusalIn(error)));
  });
  return {
    legs,
    moves,
    isRestless: useRestlessPrices(legs),
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

/** Of all chips only those of trailing stops move by themselves. */
function useRestlessPrices(legs: readonly WaitingLeg[]): WaitingLegs['isRestless'] {
  const [places] = useState(() => new Map<string, Ticks>());
  const [movedMs] = useState(() => new Map<Ticks, number>());
  useLayoutEffect(() => {
    for (const own of legs) {
      const before = places.get(ownIdOf(own));
      if (own.leg !== 'trail' || before === own.priceTicks) continue;
      places.set(ownIdOf(own), own.priceTicks);
      for (const ticks of [before ?? own.priceTicks, own.priceTicks]) movedMs.set(ticks, nowMs());
    }
  }, [legs, places, movedMs]);
  return (ticks) => nowMs() - (movedMs.get(ticks) ?? Number.NEGATIVE_INFINITY) < ARMING_PAUSE_MS;
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
