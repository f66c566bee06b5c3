/**
 * Prices change far too often to be announced, so a key makes a screen reader speak the contract's price and the
 * investor's position in it. Nothing is visible.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { markOf, profitAt } from '#market/live-marks.ts';
import { priceStore, type QuoteField } from '#market/price-store.ts';
import { useOwnPosition } from '#pages/trading/own-order-lines.ts';
import { useShortcut } from '#session/shortcuts.ts';

export function SpokenPrice({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [said, setSaid] = useState({ times: 0, text: '' });
  const { code, decimalFormat: grid } = contract;
  const position = useOwnPosition(contract);
  const speak = useCallback(() => {
    const price = (field: QuoteField) => format.price(priceStore.read(code, field), grid);
    const last = priceStore.read(code, 'last');
    const settlement = priceStore.read(code, 'settlement');
    const change = last === null || settlement === null ? null : last - settlement;
    const quote = t(($) => $.desk.spoken.quote, {
      contract: contract.commodityName[format.language],
      code,
      last: price('last'),
      change: format.quotePercent(change, settlement),
      bid: price('bid'),
      ask: price('ask'),
    });
    const lots = position?.netLots ?? 0;
    const held =
      position === null || lots === 0
        ? t(($) => $.desk.spoken.flat)
        : t(($) => $.desk.spoken.position, {
            side: t(($) => $.words.side[lots > 0 ? 'BUY' : 'SELL']),
            lots: format.volume(Math.abs(lots)),
            profit: format.vnd(profitAt(position, contract, markOf(code))?.vnd ?? null, { signed: true }),
          });
    setSaid(({ times }) => ({ times: times + 1, text: `${quote} ${held}` }));
  }, [t, format, code, grid, contract, position]);
  useShortcut('readPrice', speak);
  return (
    <p role="status" aria-live="assertive" data-testid="spoken-price" className="sr-only">
      {/* Makes a repeated announcement audible even if its words are the same. */}
      <span key={said.times}>{said.text}</span>
    </p>
  );
}
