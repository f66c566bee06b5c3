/** Writes a number of sessions with its unit: `5 phiên`, in English `1 session`, `5 sessions`. */
import type { TFunction } from 'i18next';
import type { Format } from '#i18n/use-format.ts';

export function sessionsText({ t, format }: { readonly t: TFunction; readonly format: Format }, count: number): string {
  const sessions = format.volume(count);
  return count === 1
    ? t(($) => $.words.market.oneSession, { sessions })
    : t(($) => $.words.market.sessions, { sessions });
}
