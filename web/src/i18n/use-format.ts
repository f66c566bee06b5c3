/**
 * Binds the formatter to the language on screen; components never pass a language around. Privacy mode masks an
 * investor's sums, account numbers, addresses and phone numbers here, in the one place through which they reach a
 * screen.
 */
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import {
  type Amount,
  formatCivilDate,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatExpiry,
  formatForeign,
  formatHour,
  formatPlain,
  formatPrice,
  formatPriceChange,
  formatPriceShare,
  formatPriceText,
  formatProfit,
  formatQuotePercent,
  formatRatio,
  formatReturn,
  formatTime,
  formatTimeMs,
  formatVnd,
  formatVndSummary,
  formatVolume,
  MISSING,
  type MoneyOptions,
  type ProfitOptions,
  type ReturnOptions,
  type WrittenProfit,
} from '#i18n/format.ts';
import { type Language, languageOf } from '#i18n/languages.ts';
import { usePrivacy } from '#session/privacy-store.ts';

export const MASKED = '••••••';

/**
 * Creates a formatter; with `isPrivate`, sums and account numbers are masked. Prices, lots and ratios are the market's
 * and stay.
 */
export function createFormat(language: Language, isPrivate = false) {
  const sum = (text: string) => (isPrivate && text !== MISSING ? MASKED : text);
  return {
    language,
    price: formatPrice,
    priceText: formatPriceText,
    priceChange: formatPriceChange,
    quotePercent: formatQuotePercent,
    priceShare: formatPriceShare,
    volume: formatVolume,
    vnd: (amount: Amount, options?: MoneyOptions) => sum(formatVnd(amount, language, options)),
    vndSummary: (amount: Amount, options?: MoneyOptions) => sum(formatVndSummary(amount, language, options)),
    foreign: (amount: Amount, currency: string, options?: MoneyOptions) =>
      sum(formatForeign(amount, currency, language, options)),
    /** A colour would reveal what the mask hides. */
    profit: (amount: Amount, options?: ProfitOptions): WrittenProfit => {
      const written = formatProfit(amount, language, options);
      const text = sum(written.text);
      return { text, tone: text === MASKED ? 'plain' : written.tone };
    },
    /** Masks an account's or investor's number except its last two characters, which tell two accounts apart. */
    accountNumber: (number: string) => (isPrivate ? `••••${number.slice(-2)}` : number),
    /** Masks an email address or phone number; what remains is enough to recognise one's own. */
    contact: (text: string) => (isPrivate ? `${text.slice(0, 1)}••••${text.slice(-3)}` : text),
    ratio: (percent: string | null | undefined, decimals?: number) => formatRatio(percent, language, decimals),
    return: (percent: string | null | undefined, options?: ReturnOptions) => formatReturn(percent, language, options),
    plain: (text: string | null | undefined) => formatPlain(text, language),
    date: formatDate,
    time: formatTime,
    timeMs: formatTimeMs,
    hour: formatHour,
    dateTime: formatDateTime,
    civilDate: formatCivilDate,
    expiry: formatExpiry,
    countdown: formatCountdown,
  };
}

export type Format = ReturnType<typeof createFormat>;

export function useFormat(): Format {
  const isPrivate = usePrivacy((state) => state.isPrivate);
  return useFormatOf(isPrivate);
}

/** Formats what belongs to no investor: a contract's margin per lot, the value of its tick. */
export function useMarketFormat(): Format {
  return useFormatOf(false);
}

/** Every cell of a board needs it: all share one formatter, and none asks the translator for more than its language. */
function useFormatOf(isPrivate: boolean): Format {
  const language = languageOf(useSyncExternalStore(onLanguage, readLanguage));
  const key = `${language} ${isPrivate}`;
  const format = formats.get(key) ?? createFormat(language, isPrivate);
  formats.set(key, format);
  return format;
}

const formats = new Map<string, Format>();

function onLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

function readLanguage(): string | undefined {
  return i18next.resolvedLanguage;
}
