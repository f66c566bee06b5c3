/** Defines what can be chosen in the command palette besides contracts. */
import type { LucideIcon } from 'lucide-react';

export interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** Search words that are not part of its name. */
  readonly alsoFoundBy?: string;
  /** Its state or its keys, on the right. */
  readonly hint?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}
