/** The height of a row of the book, the ladder and the tape, in pixels: `--book-row` of tokens.css for each density. */
import { type Density, useAppearance } from '#session/appearance-store.ts';

export const BOOK_ROW_HEIGHTS: Record<Density, number> = { dense: 18, default: 20, comfortable: 24 };

export function useBookRowHeight(): number {
  return BOOK_ROW_HEIGHTS[useAppearance((state) => state.density)];
}
