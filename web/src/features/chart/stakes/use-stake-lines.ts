/** The stakes of this moment in words, and the ground that their prices are judged and valued on. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmendGround } from '#features/chart/stakes/amend.ts';
import type { ChartStakes } from '#features/chart/stakes/chart-stakes.ts';
import { type EffectGround, effectAt } from '#features/chart/stakes/effect.ts';
import type { ChartLine, Stake } from '#features/chart/stakes/stake.ts';
import { lineOf, type StakeNews } from '#features/chart/stakes/stake-words.ts';
import {
  mainDraftLeg,
  stakeOfAlert,
  stakeOfPosition,
  stakesOfConditional,
  stakesOfDraft,
  stakesOfOrder,
} from '#features/chart/stakes/stakes-of.ts';
import { useFormat } from '#i18n/use-format.ts';
import { profitAt, useMark } from '#market/live-marks.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { marginStatusQuery, meQuery } from '#signed-in/accounts.ts';

export interface StakeLines {
  readonly lines: readonly ChartLine[];
  readonly amendGround: AmendGround;
  readonly effectGround: EffectGround;
}

export function useStakeLines(contract: Contract, stakes: ChartStakes): StakeLines {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const { position, orders, conditionals, alerts, rightsOf } = stakes;
  const mark = useMark(code);
  const draft = useTicketDraft();
  const own = useMemo(() => {
    const held = position && stakeOfPosition(position, grid);
    return [...(held ? [held] : []), ...orders.flatMap((order) => stakesOfOrder(order, grid, rightsOf(order)))];
  }, [position, orders, rightsOf, grid]);
  const waiting = useMemo(
    () => conditionals.flatMap((order) => stakesOfConditional(order, grid, mark)),
    [conditionals, grid, mark],
  );
  const drafted = useMemo(() => stakesOfDraft(draft, code, grid), [draft, code, grid]);
  const entry = drafted.find(({ id }) => id === 'draft limit') ?? drafted.find(({ id }) => id === 'draft stop');
  // An entry without a price of its own is held against the mark; a pair has none, it closes the position.
  const entryTicks = fieldsOf(draft.orderType).exits === 'own' ? null : (entry?.ticks ?? mark);
  const effectGround = useEffectGround(contract, stakes, entryTicks);
  const settlement = useQuoteField(code, 'settlement');
  const amendGround = useMemo(
    () => ({ contract, referenceTicks: settlement ?? effectGround.market.last, markTicks: mark }),
    [contract, settlement, effectGround.market.last, mark],
  );
  const profitMinor = (position && profitAt(position, contract, mark))?.minor ?? null;
  const currency = contract.terms?.currency ?? '';
  const mainLeg = mainDraftLeg(drafted);
  const draftType = drafted.length > 0 ? draft.orderType : 'LIMIT';
  const lines = useMemo(() => {
    const newsOf = (stake: Stake): StakeNews => ({
      profit: profitMinor === null ? null : format.profit(profitMinor, { currency }),
      effect: effectAt(stake, Math.round(stake.ticks), effectGround),
      isMainDraft: stake.subject.kind === 'draft' && stake.subject.leg === mainLeg,
      draftType,
    });
    return [...own, ...waiting, ...alerts.map(stakeOfAlert), ...drafted].map((stake) =>
      lineOf(stake, newsOf(stake), { t, format, grid }),
    );
  }, [own, waiting, alerts, drafted, effectGround, profitMinor, currency, mainLeg, draftType, t, format, grid]);
  return { lines, amendGround, effectGround };
}

function useEffectGround(contract: Contract, stakes: ChartStakes, draftEntryTicks: Ticks | null): EffectGround {
  const { actor, position, orders } = stakes;
  const { userId = '', accountId = '' } = actor ?? {};
  const enabled = actor !== null;
  const { data: margin } = useQuery({ ...marginStatusQuery(userId, accountId), enabled });
  const kind = useQuery({ ...meQuery(userId), enabled }).data?.kind;
  const bid = useQuoteField(contract.code, 'bid');
  const ask = useQuoteField(contract.code, 'ask');
  const last = useQuoteField(contract.code, 'last');
  const perLot = kind && contract.terms?.marginPerLot[kind];
  return useMemo(
    () => ({
      contract,
      position,
      orders,
      draftEntryTicks,
      margin,
      marginPerLotVnd: perLot === undefined ? null : BigInt(perLot),
      market: { bid, ask, last },
    }),
    [contract, position, orders, draftEntryTicks, margin, perLot, bid, ask, last],
  );
}
