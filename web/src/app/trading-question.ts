/** A question about one contract's trading that was asked from the command palette, on whatever page it was opened. */
import { create } from 'zustand';

export interface TradingQuestion {
  readonly kind: 'closePosition' | 'cancelOrders';
  readonly contractCode: string;
}

export const useTradingQuestion = create<{ readonly question: TradingQuestion | null }>()(() => ({ question: null }));

/** Null when it has been answered or left. */
export function askOfTrading(question: TradingQuestion | null): void {
  useTradingQuestion.setState({ question });
}
