/** Holds a question about trading one contract, asked from the command palette on any page. */
import { create } from 'zustand';

export interface TradingQuestion {
  readonly kind: 'closePosition' | 'cancelOrders';
  readonly contractCode: string;
}

export const useTradingQuestion = create<{ readonly question: TradingQuestion | null }>()(() => ({ question: null }));

/** Null once answered or dismissed. */
export function askOfTrading(question: TradingQuestion | null): void {
  useTradingQuestion.setState({ question });
}
