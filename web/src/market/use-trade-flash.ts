/**
 * Flashes a price for a trade: 300 ms on a real trade, never on a re-quote (interface, "Language of the design"). A
 * trade during the flash prolongs it, so that a busy contract glows instead of flickering. A price that has just
 * appeared on screen did not trade just now, and neither did a contract that has just replaced another.
 */
import { useEffect, useState } from 'react';
import { useQuoteField } from '#market/use-quote.ts';

const FLASH_MS = 300;

/**
 * Returns, while it flashes, the sign of the price's last move, never that of the day, and 0 before one was seen; null
 * otherwise.
 */
export function useTradeFlash(code: string): number | null {
  const trades = useQuoteField(code, 'trades');
  const direction = useQuoteField(code, 'tradeDirection') ?? 0;
  const [seen, setSeen] = useState({ code, trades });
  const isNew = trades !== seen.trades;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => setSeen({ code, trades }), FLASH_MS);
    return () => clearTimeout(timer);
  }, [isNew, code, trades]);
  if (seen.code !== code) {
    setSeen({ code, trades });
    return null;
  }
  return isNew ? direction : null;
}
