/** What was typed into the calculator, what is read from it, and the sums that follow from that. No sum is made here. */
import type { Contract, TradingTerms } from '@mua/contract/entities/contract';
import { type MarginLevelPercents, type OpeningPreview, previewOpening } from '@mua/core/preview';
import {
  type Lots,
  type PriceReading,
  priceFromText,
  priceToDisplay,
  priceToText,
  readTypedLots,
  readTypedPrice,
  readTypedVnd,
  type Side,
  type Ticks,
  type Vnd,
} from '@mua/core/values';
import { moneyTermsOf } from '#market/money-terms.ts';
import type { CalculatorSearch, InvestorKind } from '#pages/margin-calculator/calculator-search.ts';

/** The parts of a contract that the calculator reads. */
export type CalculatedContract = Pick<Contract, 'code' | 'decimalFormat' | 'terms'>;

export interface CalculatorDraft {
  readonly side: Side;
  readonly lotsText: string;
  /** Null while the price follows the market. */
  readonly priceText: string | null;
  /** The market's price of the moment in which its field got the focus: text must not change under the cursor. */
  readonly isPriceHeld: boolean;
  /** Empty: not told. */
  readonly moneyText: string;
  /** Null until chosen: the investor's own, a visitor's is an individual's. */
  readonly kind: InvestorKind | null;
}

export interface ReadDraft {
  /** Null if not readable or more than one order may have. */
  readonly lots: Lots | null;
  readonly lotsFault: 'unread' | 'tooMany' | null;
  /** `missing`: nobody typed one, and the market has none. */
  readonly price: PriceReading | { readonly kind: 'missing' };
  readonly priceTicks: Ticks | null;
  readonly ownVnd: Vnd | null;
  readonly isMoneyUnread: boolean;
}

/** A price that is not on this contract's grid is left to the market; money is written as its language groups it. */
export function draftOf(
  search: CalculatorSearch,
  { decimalFormat }: CalculatedContract,
  writeVnd: (sum: Vnd) => string,
): CalculatorDraft {
  const price = search.price === undefined ? null : priceFromText(search.price, decimalFormat);
  return {
    side: search.side ?? 'BUY',
    lotsText: search.lots ?? '1',
    priceText: price?.kind === 'price' ? priceToDisplay(price.ticks, decimalFormat) : null,
    isPriceHeld: false,
    moneyText: search.money === undefined ? '' : writeVnd(BigInt(search.money)),
    kind: search.kind ?? null,
  };
}

export function readDraft(
  draft: CalculatorDraft,
  { decimalFormat, terms }: CalculatedContract,
  lastTicks: Ticks | null,
): ReadDraft {
  const typedLots = readTypedLots(draft.lotsText);
  const isUnread = typedLots === undefined || typedLots < 1;
  const isTooMany = !isUnread && terms !== null && typedLots > terms.maxLotsPerOrder;
  const price = readPrice(draft.priceText, decimalFormat, lastTicks);
  const ownVnd = readTypedVnd(draft.moneyText) ?? null;
  return {
    lots: isUnread || isTooMany ? null : typedLots,
    lotsFault: isUnread ? 'unread' : isTooMany ? 'tooMany' : null,
    price,
    priceTicks: price.kind === 'price' ? price.ticks : null,
    ownVnd,
    isMoneyUnread: ownVnd === null && draft.moneyText.trim() !== '',
  };
}

function readPrice(
  text: string | null,
  grid: CalculatedContract['decimalFormat'],
  lastTicks: Ticks | null,
): ReadDraft['price'] {
  if (text === null) return lastTicks === null ? { kind: 'missing' } : { kind: 'price', ticks: lastTicks };
  return text.trim() === '' ? { kind: 'missing' } : readTypedPrice(text, grid);
}

/** The address of a calculation: what is as without it, or can't be read, is left out. */
export function searchOf(draft: CalculatorDraft, contract: CalculatedContract, read: ReadDraft): CalculatorSearch {
  return {
    contract: contract.code,
    side: draft.side,
    ...(read.lots === null ? {} : { lots: String(read.lots) }),
    ...(draft.priceText === null || draft.isPriceHeld || read.priceTicks === null
      ? {}
      : { price: priceToText(read.priceTicks, contract.decimalFormat) }),
    ...(read.ownVnd === null ? {} : { money: read.ownVnd.toString() }),
    ...(draft.kind === null ? {} : { kind: draft.kind }),
  };
}

/** Null while there are no readable lots, or no terms in force. */
export function previewOf(
  { side }: CalculatorDraft,
  { lots, priceTicks, ownVnd }: ReadDraft,
  { terms, kind }: { readonly terms: TradingTerms | null; readonly kind: InvestorKind },
): OpeningPreview | null {
  const money = terms && moneyTermsOf(terms);
  if (!terms || !money || lots === null) return null;
  const opening = {
    ...money,
    marginPerLotVnd: BigInt(terms.marginPerLot[kind]),
    feePerLotVnd: BigInt(terms.feePerLot),
    maxLotsPerOrder: terms.maxLotsPerOrder,
  };
  return previewOpening({ side, lots, priceTicks, terms: opening, ownVnd, levels: percentsOf(terms) });
}

function percentsOf({ marginLevels }: TradingTerms): MarginLevelPercents | null {
  return (
    marginLevels && {
      callPercent: marginLevels.call,
      cancelPercent: marginLevels.cancel,
      countdownPercent: marginLevels.countdown,
      liquidationPercent: marginLevels.liquidation,
    }
  );
}
