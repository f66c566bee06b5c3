/** Tells what the market of a contract is doing now, and if it is not trading, why and until when. */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { marketNowMs, useEverySecond, vietnamDate } from '#clock/market-clock.ts';
import { type SessionText, sessionText } from '#i18n/session-text.ts';
import { useQuoteSession } from '#market/use-quote.ts';

export function useSessionText({ code, session }: Pick<Contract, 'code' | 'session'>): SessionText {
  const { t } = useTranslation();
  const state = useQuoteSession(code) ?? session.state;
  // "Tomorrow at" becomes "today at" at midnight.
  useEverySecond(() => vietnamDate(marketNowMs()));
  return sessionText(t, state, session, marketNowMs());
}
