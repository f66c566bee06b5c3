/** Writes how far away the kept exits of an entry are: `TP 16 ticks · SL 8 ticks`. */
import type { TFunction } from 'i18next';
import type { KeptExits } from '#session/kept-exits-store.ts';

export function exitsText(t: TFunction, { unit, takeProfitText, stopLossText, trailsStop }: KeptExits): string {
  const stopName = t(($) => (trailsStop ? $.words.orderTypeShort.TRAILING_STOP : $.words.order.stopLossShort));
  const distance = (text: string) => {
    const value = text.replace(/\s*[%₫]$/, '');
    return unit === 'ticks'
      ? t(($) => $.ticket.exitTicks, { ticks: value, count: Number(value) })
      : `${value}${unit === 'percent' ? '%' : ' ₫'}`;
  };
  const legs = [
    ...(takeProfitText ? [`${t(($) => $.words.order.takeProfitShort)} ${distance(takeProfitText)}`] : []),
    ...(stopLossText ? [`${stopName} ${distance(stopLossText)}`] : []),
  ];
  return legs.join(' · ');
}
