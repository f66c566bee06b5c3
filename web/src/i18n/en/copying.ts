/** Bundles the English words of the pages of copy trading (i18n.ts). */

import copies from '#i18n/en/copies.json';
import leading from '#i18n/en/leading.json';
import strategies from '#i18n/en/strategies.json';
import type { CopyingWords } from '#i18n/vi/copying.ts';

export const copying: CopyingWords = { copies, leading, strategies };
