/** What each trading key would send at this moment, and in words: what the first press asks is what the second sends. */
import type { Contract } from '@mua/contract/entities/contract';
import { oppositeSide, type Side } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { exitsText } from '#features/order-ladder/exits-text.ts';
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

/** Returns null where there is nothing to send: no lots, no price, no position. */
export function useKeyOrders(
  contract: Contract,
  { lots, exits, orders, position }: Pick<OrderControls, 'lots' | 'exits' | 'orders' | 'position'>,
): (name: ShortcutName) => KeyOrder | null {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const sideWord = (side: Side) => t(($) => $.words.side[side]);

  const legs = exits?.isOn ? exitsText(t, exits) : '';
  /** Exits that are switched on go with it, so they are part of what is asked. */
  const entry = (side: Side, text: string, send: () => void): KeyOrder => ({
    terms: `${side} ${lots} ${legs}`,
    text: legs === '' ? text : `${text} · ${legs}`,
    send,
  });
  const atMarket = (side: Side): KeyOrder | null => {
    if (lots === null) return null;
    const text = t(($) => $.ladder.keys.market, { side: sideWord(side), lots: format.volume(lots), code });
    return entry(side, text, () => orders.placeAtMarket(side, lots));
  };
  const atBest = (side: Side): KeyOrder | null => {
    const priceTicks = priceStore.read(code, side === 'BUY' ? 'bid' : 'ask');
    if (lots === null || priceTicks === null) return null;
    const price = format.price(priceTicks, grid);
    const text = t(($) => $.ladder.keys.limit, { side: sideWord(side), lots: format.volume(lots), code, price });
    return entry(side, text, () => orders.place({ orderType: 'LIMIT', side, priceTicks }, lots));
  };
  const whole = (kind: 'flatten' | 'reverse'): KeyOrder | null => {
    if (!position || orders.isClosing) return null;
    const words = { side: sideWord(oppositeSide(position.side)), lots: format.volume(position.lots), code };
    return {
      terms: `${position.side} ${position.lots}`,
      text: t(($) => $.ladder.keys[kind], words),
      send: () => orders[kind](position),
    };
  };
  return (name) => {
    if (name === 'buyMarket') return atMarket('BUY');
    if (name === 'sellMarket') return atMarket('SELL');
    if (name === 'buyBid') return atBest('BUY');
    if (name === 'sellAsk') return atBest('SELL');
    return name === 'flatten' || name === 'reverse' ? whole(name) : null;
  };
}
