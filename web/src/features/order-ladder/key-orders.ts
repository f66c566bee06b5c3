/** What each trading key would send at this moment, and in words: what the first press asks is what the second sends. */
import type { Contract } from '@mua/contract/entities/contract';
import { oppositeSide, type Side } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { lotsFaultText } from '#features/order-ladder/ladder-lots.tsx';
import type { LadderEntry } from '#features/order-ladder/use-exits-along.ts';
import type { OrderControls } from '#features/order-ladder/use-order-controls.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore } from '#market/price-store.ts';
import type { ShortcutName } from '#session/shortcuts.ts';

export interface KeyOrder {
  /** Without the price: with other terms the second press asks again. */
  readonly terms: string;
  readonly text: string;
  send(): void;
}

/** What a key would send, or in words why there is nothing to send: no lots, no price, no position. */
export type KeyAnswer = { readonly order: KeyOrder } | { readonly obstacle: string };

/** The keys that send an order. */
export type OrderKey = Extract<ShortcutName, 'buyMarket' | 'sellMarket' | 'buyBid' | 'sellAsk' | 'flatten' | 'reverse'>;

export function useKeyOrders(
  contract: Contract,
  controls: Pick<OrderControls, 'lots' | 'maxLots' | 'orders' | 'position'>,
): (name: OrderKey) => KeyAnswer {
  const { lots, maxLots, orders, position } = controls;
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const sideWord = (side: Side) => t(($) => $.words.side[side]);

  /** The exits that go with it are part of what is asked. */
  const entry = (order: LadderEntry, { text, send }: Pick<KeyOrder, 'text' | 'send'>): KeyAnswer => {
    const along = orders.exitsAlong(order);
    if ('obstacle' in along) return along;
    const legs = along.text;
    const terms = `${order.side} ${order.lots} ${legs}`;
    return { order: { terms, text: legs === '' ? text : `${text} · ${legs}`, send } };
  };
  const noLots = (): KeyAnswer => ({ obstacle: lotsFaultText({ t, format }, maxLots) });
  const atMarket = (side: Side): KeyAnswer => {
    if (lots === null) return noLots();
    const text = t(($) => $.ladder.keys.market, { side: sideWord(side), lots: format.volume(lots), code });
    return entry({ side, lots, priceTicks: null }, { text, send: () => orders.placeAtMarket(side, lots) });
  };
  const atBest = (side: Side): KeyAnswer => {
    const priceTicks = priceStore.read(code, side === 'BUY' ? 'bid' : 'ask');
    if (lots === null) return noLots();
    if (priceTicks === null) return { obstacle: t(($) => $.ladder.keys.noPrice[side], { code }) };
    const price = format.price(priceTicks, grid);
    const text = t(($) => $.ladder.keys.limit, { side: sideWord(side), lots: format.volume(lots), code, price });
    const send = () => orders.place({ orderType: 'LIMIT', side, priceTicks }, lots);
    return entry({ side, lots, priceTicks }, { text, send });
  };
  const whole = (kind: 'flatten' | 'reverse'): KeyAnswer => {
    if (orders.isClosing) return { obstacle: t(($) => $.ladder.keys.isClosing, { code }) };
    if (!position)
      return { obstacle: t(($) => $.commands[position === null ? 'noPosition' : 'unknownPosition'], { code }) };
    const words = { side: sideWord(oppositeSide(position.side)), lots: format.volume(position.lots), code };
    const text = t(($) => $.ladder.keys[kind], words);
    return { order: { terms: `${position.side} ${position.lots}`, text, send: () => orders[kind](position) } };
  };
  return (name) => {
    if (name === 'buyMarket') return atMarket('BUY');
    if (name === 'sellMarket') return atMarket('SELL');
    if (name === 'buyBid') return atBest('BUY');
    if (name === 'sellAsk') return atBest('SELL');
    return whole(name);
  };
}
