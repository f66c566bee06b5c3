/**
 * Describes an order line in words: a short text on its label, and a full one for those who can not see its position.
 */
import type { OrderType, PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { Effect } from '#features/chart/trading/effect.ts';
import type { LabelledLine, OrderLine } from '#features/chart/trading/order-line.ts';
import { waitsForItsStop } from '#features/chart/trading/order-lines-of.ts';
import type { WrittenProfit } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';

export interface LineWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly grid: PriceGrid;
}

export interface LineEvent {
  /** Profit of the position, at the current mark, in dong. */
  readonly profit: WrittenProfit | null;
  /** The same in the contract's currency, for the explanation. */
  readonly foreignProfit: string | null;
  /** Effect at the line's own price. */
  readonly effect: Effect | null;
  readonly isMainDraft: boolean;
  /** Order type of the draft. */
  readonly draftType: OrderType;
}

export function lineOf(line: OrderLine, event: LineEvent, writer: LineWriter): LabelledLine {
  const words = wordsOf(line, event, writer);
  return { ...line, isMainDraft: event.isMainDraft, exits: [], ...words };
}

type Words = Pick<LabelledLine, 'label' | 'detail' | 'detailTone' | 'name'>;

function wordsOf(line: OrderLine, event: LineEvent, { t, format, grid }: LineWriter): Words {
  const { subject } = line;
  const side = t(($) => $.words.side[line.side]);
  const lots = format.volume(line.lots);
  const price = format.price(Math.round(line.ticks), grid);
  const exit = event.effect?.kind === 'profit' ? format.profit(event.effect.vnd) : null;
  switch (subject.kind) {
    case 'position': {
      const held = t(($) => $.words.netSide[line.side]);
      const profit = [event.profit?.text ?? '', event.foreignProfit && `(${event.foreignProfit})`]
        .filter(Boolean)
        .join(' ');
      const name = t(($) => $.chartOrders.name.position, { held, lots, price, profit });
      return { label: t(($) => $.desk.line.position, { side, lots }), name, ...detailOf(event.profit) };
    }
    case 'order': {
      const { order, leg } = subject;
      const status = t(($) => $.words.status[order.status]);
      const orderType = t(($) => $.words.orderTypeShort[order.orderType]);
      const isSecond = leg === 'limit' && waitsForItsStop(order);
      const priceName = t(($) => $.words.order[leg === 'stop' ? 'stopPrice' : 'limitPrice']);
      const said = t(($) => $.chartOrders.name.order, { side, orderType, lots, priceName, price, status });
      const label = t(($) => $.desk.line.order, { side, orderType, lots });
      const detail = isSecond ? priceName : status;
      // The other line of the pair goes with it.
      return order.group?.kind === 'OCO'
        ? {
            label,
            detail: `${t(($) => $.words.orderGroupShort.OCO)} · ${detail}`,
            detailTone: 'plain',
            name: `${said}. ${t(($) => $.words.orderGroup.OCO)}`,
          }
        : { label, detail, detailTone: 'plain', name: said };
    }
    case 'conditional': {
      const { order, leg: part } = subject;
      const status = t(($) => $.words.conditionalStatus[order.state]);
      const leg = part === 'trail' ? t(($) => $.words.orderTypeShort.TRAILING_STOP) : exitWord(t, part);
      const name = t(($) => $.chartOrders.name.exit, { leg, side, lots, price, status });
      return { label: t(($) => $.desk.line.exit, { leg, side, lots }), name, ...detailOf(exit, status) };
    }
    case 'alert': {
      const when = t(($) => $.alerts.when[subject.alert.direction], { price });
      const name = [when, subject.alert.note].filter(Boolean).join('. ');
      return { label: t(($) => $.chartOrders.alert), detail: subject.alert.note, detailTone: 'plain', name };
    }
    case 'draft': {
      if (subject.leg === 'takeProfit' || subject.leg === 'stopLoss') {
        const leg = exitWord(t, subject.leg);
        const name = t(($) => $.chartOrders.name.draftExit, { leg, price });
        const draft = t(($) => $.chartOrders.draft, { orderType: leg });
        return {
          label: event.isMainDraft ? t(($) => $.desk.line.exit, { leg, side, lots }) : draft,
          name,
          ...detailOf(exit),
        };
      }
      const orderType = t(($) => $.words.orderTypeShort[event.draftType]);
      const name = t(($) => $.chartOrders.name.draft, { side, orderType, lots, price });
      const isSecond = !event.isMainDraft;
      const detail = isSecond ? t(($) => $.words.order.limitPrice) : t(($) => $.chartOrders.draft, { orderType });
      return { label: t(($) => $.desk.line.position, { side, lots }), detail, detailTone: 'plain', name };
    }
  }
}

function exitWord(t: TFunction, leg: 'takeProfit' | 'stopLoss'): string {
  return t(($) => $.words.order[leg === 'takeProfit' ? 'takeProfitShort' : 'stopLossShort']);
}

function detailOf(profit: WrittenProfit | null, otherwise = ''): Pick<Words, 'detail' | 'detailTone'> {
  return { detail: profit?.text ?? otherwise, detailTone: profit?.tone ?? 'plain' };
}

export function effectText(effect: Effect, { t, format }: Pick<LineWriter, 't' | 'format'>): string {
  if (effect.kind === 'profit') {
    return t(($) => $.chartOrders.effect.profit, { amount: format.vnd(effect.vnd, { signed: true }) });
  }
  const before = format.vnd(effect.beforeVnd, { bare: true });
  const after = format.vnd(effect.afterVnd);
  return effect.beforeVnd === effect.afterVnd
    ? t(($) => $.chartOrders.effect.sameMargin, { amount: after })
    : t(($) => $.chartOrders.effect.margin, { before, after });
}
