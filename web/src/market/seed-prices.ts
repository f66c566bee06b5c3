/**
 * Puts the prices that came with the list of contracts into the store before anything is painted: the board's first
 * price needs one call and no socket. Prices that the feed has already delivered are newer and stay.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { QuoteChange } from '@mua/contract/entities/prices';
import { priceStore } from '#market/price-store.ts';

export function seedPrices(contracts: readonly Contract[]): void {
  priceStore.register(contracts.map(({ code, decimalFormat }) => ({ code, grid: decimalFormat })));
  const unknown = contracts.filter(({ code }) => priceStore.read(code, 'session') === null);
  priceStore.apply(unknown.map(quoteOf), 'snapshot');
}

function quoteOf(contract: Contract): QuoteChange {
  return {
    code: contract.code,
    last: contract.matchPrice,
    lastLots: contract.matchVolume,
    bid: contract.bidPrice,
    bidLots: contract.bidVolume,
    ask: contract.askPrice,
    askLots: contract.askVolume,
    open: contract.open,
    high: contract.high,
    low: contract.low,
    settlement: contract.settlementPrice,
    volume: contract.volume,
    session: contract.session.state,
    ...(contract.pricesAt === null ? {} : { time: contract.pricesAt }),
  };
}
