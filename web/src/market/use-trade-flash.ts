/**
 * The trade that a price flashes for: 300 ms on a real trade, never on a re-quote (interface, "Language of the design").
 * A trade during the flash prolongs it, so that a busy contract glows instead of flickering. What has just appeared on
 * screen did not trade just now, and neither did a contract that has just replaced another.
 */
import { useEffect, useState } from 'react';
import { useQuoteField } from '#market/use-quote.ts';

const FLASH_MS = 300;

/** While it flashes, the sign of the price's last move, never that of the day; 0 before one was seen. Else null. */
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
