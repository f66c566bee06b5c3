/**
 * Holds a question about trading one contract, asked on any page: from the command palette, or of a position. It is of the
 * sub-account for which it was asked, whichever is shown by the time of its answer.
 */
import type { Lots, Side } from '@mua/core/values';
import { create } from 'zustand';

interface Asked<K extends string> {
  readonly kind: K;
  readonly actor: { readonly userId: string; readonly accountId: string };
}

interface AskedOfContract<K extends string> extends Asked<K> {
  readonly contractCode: string;
}

/** How to roll a position into another month. */
export type RollQuestion = AskedOfContract<'roll'>;

/** An order in the spread of two months. */
export interface SpreadQuestion extends Asked<'spread'> {
  readonly commodityCode: string;
  readonly spreadCode: string;
  readonly side: Side;
  /** What the ticket begins with; else one lot at the best price. */
  readonly begun?: BegunSpread;
}

export interface BegunSpread {
  readonly lots: Lots;
  readonly priceText: string;
}

export type TradingQuestion =
  | AskedOfContract<'closePosition' | 'closePart' | 'cancelOrders'>
  | RollQuestion
  | SpreadQuestion;

export const useTradingQuestion = create<{ readonly question: TradingQuestion | null }>()(() => ({ question: null }));

/** Null once answered or dismissed. The same asked again is the one that is open, with what is typed and sent there. */
export function askOfTrading(asked: TradingQuestion | null): void {
  useTradingQuestion.setState(({ question }) => {
    const isOpen = asked !== null && question !== null && questionKey(asked) === questionKey(question);
    return isOpen ? {} : { question: asked };
  });
}

/** Names what is asked. */
export function questionKey(question: TradingQuestion): string {
  return JSON.stringify(question);
}

/** A late answer ends its own question, not one that is asked after it. */
export function endQuestion(answered: TradingQuestion): void {
  useTradingQuestion.setState(({ question }) => ({ question: question === answered ? null : question }));
}
