/** What a row of the board can request; the page implements it. */
import type { Side } from '@mua/core/values';

export interface RowActions {
  onSelect(code: string): void;
  onOpen(code: string, side?: Side): void;
  onToggleFavorite(code: string): void;
  /** Opens the menu with further actions on a contract, at a position in the window. */
  onMenu(code: string, at: { readonly x: number; readonly y: number }): void;
  /** In a named list, one place up (-1) or down (1). */
  onMove(code: string, by: 1 | -1): void;
}
