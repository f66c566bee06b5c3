/** The formatter bound to the language on screen; components never pass a language around. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Amount,
  formatCivilDate,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatExpiry,
  formatForeign,
  formatHour,
  formatPrice,
  formatPriceChange,
  formatQuotePercent,
  formatRatio,
  formatTime,
  formatVnd,
  formatVndSummary,
  formatVolume,
  type MoneyOptions,
} from './format.ts';
import { type Language, languageOf } from './languages.ts';

export function createFormat(language: Language) {
  return {
    language,
    price: formatPrice,
    priceChange: formatPriceChange,
    quotePercent: formatQuotePercent,
    volume: formatVolume,
    vnd: (amount: Amount, options?: MoneyOptions) => formatVnd(amount, language, options),
    vndSummary: (amount: Amount, options?: MoneyOptions) => formatVndSummary(amount, language, options),
    foreign: (amount: Amount, currency: string, options?: MoneyOptions) =>
      formatForeign(amount, currency, language, options),
    ratio: (percent: string | null | undefined, decimals?: number) => formatRatio(percent, language, decimals),
    date: formatDate,
    time: formatTime,
    hour: formatHour,
    dateTime: formatDateTime,
    civilDate: formatCivilDate,
    expiry: formatExpiry,
    countdown: formatCountdown,
  };
}

export type Format = ReturnType<typeof createFormat>;

export function useFormat(): Format {
  const { i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  return useMemo(() => createFormat(language), [language]);
}
