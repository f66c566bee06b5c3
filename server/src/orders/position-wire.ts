/** Converts open positions and round turns to wire form. */
import type { OpenPosition, SettledPosition } from '@mua/contract/entities/position';
import { sideToWire } from '@mua/contract/wire';
import type { EngineState, OpenPosition as PositionRecord, RoundTurn } from '@mua/core/engine';
import { estimatedProfit } from '@mua/core/preview';
import { averagePriceText, type Currency, formatDecimal, priceToText, type Side, type Vnd } from '@mua/core/values';
import type { ContractStatusOf } from '#schedule/contract-status.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

/** The mark of a contract; null before its first price. */
export type Marks = (contractCode: string) => number | null;

/** A round turn from the engine or from the read table. */
export type RoundTurnRecord = Omit<RoundTurn, 'profitMinor' | 'profitVnd'> & {
  readonly profitMinor: bigint | string;
  readonly profitVnd: Vnd | string;
};

/** Minor units are hundredths in every currency. */
export function currencyText(minor: bigint): string {
  return formatDecimal(minor, 2);
}

function usdOrNull(currency: Currency, text: string | null): string | null {
  return currency === 'USD' ? text : null;
}

export interface PositionPlace {
  readonly accountId: string;
  readonly seq: number;
  readonly state: EngineState;
  readonly marks: Marks;
  readonly contractStatusOf: ContractStatusOf;
}

export function positionToWire(position: PositionRecord, at: PositionPlace): OpenPosition {
  const { accountId, seq, state, marks, contractStatusOf } = at;
  const listed = state.contracts.get(position.contractCode);
  if (!listed) throw new Error(`a position in an unlisted contract: ${position.contractCode}`);
  const { netLots, openNotional, openLots, contractCode } = position;
  const { grid, currency } = listed.commodity;
  const mark = marks(contractCode);
  const terms = state.terms.get(listed.commodity.code);
  const profit = mark === null || !terms ? null : estimatedProfit(position, mark, terms);
  const newest = openLots.at(-1);
  const estimated = profit && currencyText(profit.minor);
  return {
    accountId,
    contractCode,
    buyQuantity: Math.max(0, netLots),
    sellQuantity: Math.max(0, -netLots),
    netLots,
    marketPrice: mark === null ? null : priceToText(mark, grid),
    filledPrice: priceToText(newest?.priceTicks ?? 0, grid),
    averagePrice: averagePriceText(BigInt(openNotional), Math.max(1, Math.abs(netLots)), grid),
    currency,
    estimatedProfit: estimated,
    estimatedProfitUsd: usdOrNull(currency, estimated),
    estimatedProfitVnd: profit === null ? null : profit.vnd.toString(),
    lastTradeDay: listed.contract.lastTradeDay,
    closeOutAt: instantOrNull(contractStatusOf(contractCode)?.closeOutAtMs[netLots < 0 ? 'short' : 'long'] ?? null),
    openLots: openLots.map((lot) => ({
      lots: lot.lots,
      price: priceToText(lot.priceTicks, grid),
      time: instantText(lot.timeMs),
    })),
    seq,
  };
}

export function settledToWire(
  pair: RoundTurnRecord,
  at: {
    readonly accountId: string;
    readonly contractCode: string;
    readonly seq: number;
    readonly ordinal: number;
    readonly state: EngineState;
  },
): SettledPosition {
  const { accountId, contractCode, seq, ordinal, state } = at;
  const listed = state.contracts.get(contractCode);
  if (!listed) throw new Error(`a settled pair in an unlisted contract: ${contractCode}`);
  const { grid, currency } = listed.commodity;
  const actual = currencyText(BigInt(pair.profitMinor));
  return {
    settledId: `${seq}-${ordinal}`,
    accountId,
    contractCode,
    ...sideToWire(closedSide(pair)),
    buyQuantity: pair.lots,
    sellQuantity: pair.lots,
    buyPrice: priceToText(pair.buyPriceTicks, grid),
    buyTime: instantText(pair.buyTimeMs),
    sellPrice: priceToText(pair.sellPriceTicks, grid),
    sellTime: instantText(pair.sellTimeMs),
    settleTime: instantText(pair.settleTimeMs),
    currency,
    actualProfit: actual,
    actualProfitUsd: usdOrNull(currency, actual),
    actualProfitVnd: pair.profitVnd.toString(),
    seq,
  };
}

/** A long position if the buy came first. Within one millisecond the exchange's numbering decides. */
export function closedSide(pair: RoundTurnRecord): Side {
  if (pair.buyTimeMs !== pair.sellTimeMs) return pair.buyTimeMs < pair.sellTimeMs ? 'BUY' : 'SELL';
  const count = (execId: string): number => Number(execId.slice(execId.lastIndexOf('-') + 1));
  return count(pair.buyFillId) <= count(pair.sellFillId) ? 'BUY' : 'SELL';
}
