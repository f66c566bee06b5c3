/** What can be chosen in the command palette beside a contract. */
import type { LucideIcon } from 'lucide-react';

export interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** Words that find it and are not its name. */
  readonly alsoFoundBy?: string;
  /** Its state or its keys, at the right. */
  readonly hint?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}
