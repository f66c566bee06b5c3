/** Holds a question about trading one contract, asked on any page: from the command palette, or of a position. */
import type { Lots, Side } from '@mua/core/values';
import { create } from 'zustand';

/** About a position of a given sub-account: how to roll it into another month. */
export interface RollQuestion {
  readonly kind: 'roll';
  readonly actor: { readonly userId: string; readonly accountId: string };
  readonly contractCode: string;
}

/** An order in the spread of two months, for a given sub-account. */
export interface SpreadQuestion {
  readonly kind: 'spread';
  readonly actor: { readonly userId: string; readonly accountId: string };
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
  | { readonly kind: 'closePosition' | 'closePart' | 'cancelOrders'; readonly contractCode: string }
  | RollQuestion
  | SpreadQuestion;

export const useTradingQuestion = create<{ readonly question: TradingQuestion | null }>()(() => ({ question: null }));

/** Null once answered or dismissed. */
export function askOfTrading(question: TradingQuestion | null): void {
  useTradingQuestion.setState({ question });
}

/** A late answer ends its own question, not one that is asked after it. */
export function endQuestion(answered: TradingQuestion): void {
  useTradingQuestion.setState(({ question }) => ({ question: question === answered ? null : question }));
}
