/** A calculation as its parts on screen show it. */
import type { OpeningPreview } from '@mua/core/preview';
import { type CloseOut, reduceOnlyOf } from '#market/close-out.ts';
import type { CalculatorDraft, ReadDraft } from '#pages/margin-calculator/calculator-draft.ts';
import type { InvestorKind } from '#pages/margin-calculator/calculator-search.ts';
import type { OwnContract } from '#pages/margin-calculator/own-contract.ts';

export interface ShownCalculation extends OwnContract {
  readonly draft: CalculatorDraft;
  readonly read: ReadDraft;
  readonly kind: InvestorKind;
  /** Null while nothing can be calculated. */
  readonly preview: OpeningPreview | null;
}

/** Null while such a position may be opened. */
export function barredBy({ contract, draft }: Pick<ShownCalculation, 'contract' | 'draft'>): CloseOut | null {
  return reduceOnlyOf(contract, draft.side === 'BUY' ? 'long' : 'short');
}
