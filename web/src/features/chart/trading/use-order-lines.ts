/** Provides the current order lines in words, and the facts that their prices are checked and valued with. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmendGround } from '#features/chart/trading/amend.ts';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { type EffectGround, effectAt } from '#features/chart/trading/effect.ts';
import { type LineEvent, lineOf } from '#features/chart/trading/line-words.ts';
import type { LabelledLine, OrderLine } from '#features/chart/trading/order-line.ts';
import {
  lineOfAlert,
  lineOfPosition,
  linesOfConditional,
  linesOfDraft,
  linesOfOrder,
  mainDraftLeg,
} from '#features/chart/trading/order-lines-of.ts';
import { useFormat } from '#i18n/use-format.ts';
import { profitAt, useMark } from '#market/live-marks.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { entryTicksOf, exitEntryOf } from '#orders/draft-exits.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { type MarketPrices, useTicketDraft } from '#orders/ticket-draft.ts';
import { marginStatusQuery, meQuery } from '#signed-in/accounts.ts';

export interface OrderLines {
  readonly lines: readonly LabelledLine[];
  readonly amendGround: AmendGround;
  readonly effectGround: EffectGround;
}

export function useOrderLines(contract: Contract, own: ChartOrders): OrderLines {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const { position, orders, conditionals, alerts, rightsOf } = own;
  const mark = useMark(code);
  const draft = useTicketDraft();
  const held = useMemo(() => {
    const positionLine = position && lineOfPosition(position, grid);
    return [
      ...(positionLine ? [positionLine] : []),
      ...orders.flatMap((order) => linesOfOrder(order, grid, rightsOf(order))),
    ];
  }, [position, orders, rightsOf, grid]);
  const waiting = useMemo(
    () => conditionals.flatMap((order) => linesOfConditional(order, grid, mark)),
    [conditionals, grid, mark],
  );
  const market = useMarketPrices(code);
  const drafted = useMemo(
    () => linesOfDraft(draft, { contract, market, markTicks: mark, held: position }),
    [draft, contract, market, mark, position],
  );
  const draftEntry = useMemo(
    () => exitEntryOf(draft, { contract, market, markTicks: mark, held: position }),
    [draft, contract, market, mark, position],
  );
  // An entry without a price of its own is valued at the mark; a pair has none, because it closes the position.
  const entryTicks = fieldsOf(draft.orderType).exits === 'own' ? null : entryTicksOf(draftEntry);
  const effectGround = useEffectGround(contract, own, { draftEntryTicks: entryTicks, market });
  const settlement = useQuoteField(code, 'settlement');
  const amendGround = useMemo(
    () => ({
      ...{ contract, orders, conditionals },
      ...{ referenceTicks: settlement ?? effectGround.market.last, markTicks: mark },
    }),
    [contract, orders, conditionals, settlement, effectGround.market.last, mark],
  );
  const profit = position && profitAt(position, contract, mark);
  const [profitVnd, profitMinor] = [profit?.vnd ?? null, profit?.minor ?? null];
  const currency = contract.terms?.currency ?? '';
  const mainLeg = mainDraftLeg(drafted);
  const draftType = drafted.length > 0 ? draft.orderType : 'LIMIT';
  const lines = useMemo(() => {
    const eventOf = (line: OrderLine): LineEvent => ({
      profit: profitVnd === null ? null : format.profit(profitVnd),
      foreignProfit: profitMinor === null ? null : format.profit(profitMinor, { currency }).text,
      effect: effectAt(line, Math.round(line.ticks), effectGround),
      isMainDraft: line.subject.kind === 'draft' && line.subject.leg === mainLeg,
      draftType,
    });
    return [...held, ...waiting, ...alerts.map(lineOfAlert), ...drafted].map((line) =>
      lineOf(line, eventOf(line), { t, format, grid }),
    );
  }, [
    held,
    waiting,
    alerts,
    drafted,
    effectGround,
    profitVnd,
    profitMinor,
    currency,
    mainLeg,
    draftType,
    t,
    format,
    grid,
  ]);
  return { lines, amendGround, effectGround };
}

function useMarketPrices(code: string): MarketPrices {
  const bid = useQuoteField(code, 'bid');
  const ask = useQuoteField(code, 'ask');
  const last = useQuoteField(code, 'last');
  return useMemo(() => ({ bid, ask, last }), [bid, ask, last]);
}

function useEffectGround(
  contract: Contract,
  own: ChartOrders,
  { draftEntryTicks, market }: Pick<EffectGround, 'draftEntryTicks' | 'market'>,
): EffectGround {
  const { actor, position, orders } = own;
  const { userId = '', accountId = '' } = actor ?? {};
  const enabled = actor !== null;
  const { data: margin } = useQuery({ ...marginStatusQuery(userId, accountId), enabled });
  const kind = useQuery({ ...meQuery(userId), enabled }).data?.kind;
  const perLot = kind && contract.terms?.marginPerLot[kind];
  return useMemo(
    () => ({
      contract,
      position,
      orders,
      draftEntryTicks,
      margin,
      marginPerLotVnd: perLot === undefined ? null : BigInt(perLot),
      market,
    }),
    [contract, position, orders, draftEntryTicks, margin, perLot, market],
  );
}
