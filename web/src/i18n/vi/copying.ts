/** Bundles the Vietnamese words of the pages of copy trading (i18n.ts). */

import copies from '#i18n/vi/copies.json';
import leading from '#i18n/vi/leading.json';
import strategies from '#i18n/vi/strategies.json';

export const copying = { copies, leading, strategies };
export type CopyingWords = typeof copying;
