/** A stake in words: short on its label, whole for whoever can not see where it stands. */
import type { OrderType, PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { Effect } from '#features/chart/stakes/effect.ts';
import type { ChartLine, Stake } from '#features/chart/stakes/stake.ts';
import { waitsForItsStop } from '#features/chart/stakes/stakes-of.ts';
import type { WrittenProfit } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';

export interface StakeWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly grid: PriceGrid;
}

export interface StakeNews {
  /** Of the position, at this moment's mark, in its own currency. */
  readonly profit: WrittenProfit | null;
  /** At the stake's own price. */
  readonly effect: Effect | null;
  readonly isMainDraft: boolean;
  /** Of the draft. */
  readonly draftType: OrderType;
}

export function lineOf(stake: Stake, news: StakeNews, writer: StakeWriter): ChartLine {
  const words = wordsOf(stake, news, writer);
  return { ...stake, isMainDraft: news.isMainDraft, ...words };
}

type Words = Pick<ChartLine, 'label' | 'detail' | 'detailTone' | 'name'>;

function wordsOf(stake: Stake, news: StakeNews, { t, format, grid }: StakeWriter): Words {
  const { subject } = stake;
  const side = t(($) => $.words.side[stake.side]);
  const lots = format.volume(stake.lots);
  const price = format.price(Math.round(stake.ticks), grid);
  const exit = news.effect?.kind === 'profit' ? format.profit(news.effect.vnd) : null;
  switch (subject.kind) {
    case 'position': {
      const held = t(($) => $.words.netSide[stake.side]);
      const name = t(($) => $.stakes.name.position, { held, lots, price, profit: news.profit?.text ?? '' });
      return { label: t(($) => $.desk.line.position, { side, lots }), name, ...detailOf(news.profit) };
    }
    case 'order': {
      const { order, leg } = subject;
      const status = t(($) => $.words.status[order.status]);
      const orderType = t(($) => $.words.orderTypeShort[order.orderType]);
      const isSecond = leg === 'limit' && waitsForItsStop(order);
      const priceName = t(($) => $.words.order[leg === 'stop' ? 'stopPrice' : 'limitPrice']);
      const name = t(($) => $.stakes.name.order, { side, orderType, lots, priceName, price, status });
      const label = t(($) => $.desk.line.order, { side, orderType, lots });
      return { label, detail: isSecond ? priceName : status, detailTone: 'plain', name };
    }
    case 'conditional': {
      const { order, leg: part } = subject;
      const status = t(($) => $.words.conditionalStatus[order.state]);
      const leg = part === 'trail' ? t(($) => $.words.orderTypeShort.TRAILING_STOP) : exitWord(t, part);
      const name = t(($) => $.stakes.name.exit, { leg, side, lots, price, status });
      return { label: t(($) => $.desk.line.exit, { leg, side, lots }), name, ...detailOf(exit, status) };
    }
    case 'alert': {
      const when = t(($) => $.alerts.when[subject.alert.direction], { price });
      const name = [when, subject.alert.note].filter(Boolean).join('. ');
      return { label: t(($) => $.stakes.alert), detail: subject.alert.note, detailTone: 'plain', name };
    }
    case 'draft': {
      if (subject.leg === 'takeProfit' || subject.leg === 'stopLoss') {
        const leg = exitWord(t, subject.leg);
        const name = t(($) => $.stakes.name.draftExit, { leg, price });
        const draft = t(($) => $.stakes.draft, { orderType: leg });
        return {
          label: news.isMainDraft ? t(($) => $.desk.line.exit, { leg, side, lots }) : draft,
          name,
          ...detailOf(exit),
        };
      }
      const orderType = t(($) => $.words.orderTypeShort[news.draftType]);
      const name = t(($) => $.stakes.name.draft, { side, orderType, lots, price });
      const isSecond = !news.isMainDraft;
      const detail = isSecond ? t(($) => $.words.order.limitPrice) : t(($) => $.stakes.draft, { orderType });
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

export function effectText(effect: Effect, { t, format }: Pick<StakeWriter, 't' | 'format'>): string {
  if (effect.kind === 'profit') {
    return t(($) => $.stakes.effect.profit, { amount: format.vnd(effect.vnd, { signed: true }) });
  }
  const before = format.vnd(effect.beforeVnd, { bare: true });
  const after = format.vnd(effect.afterVnd);
  return effect.beforeVnd === effect.afterVnd
    ? t(($) => $.stakes.effect.sameMargin, { amount: after })
    : t(($) => $.stakes.effect.margin, { before, after });
}
