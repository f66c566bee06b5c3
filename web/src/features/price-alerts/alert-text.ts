/** Describes an alert in words: `ZCEZ26 lên đến 460'0`, and its state. */
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { useTranslation } from 'react-i18next';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';

type WaitsFor = { readonly [Key in keyof AlertSubject]: AlertSubject[Key] | null };

export function useAlertText(): {
  nameOf(alert: PriceAlert): string;
  priceOf(alert: PriceAlert): string;
  subjectText(code: string, subject: WaitsFor): string;
  stateOf(alert: PriceAlert): string;
} {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  const subjectText = (code: string, { price = null, follows, drawingId }: WaitsFor): string => {
    const shown = wirePrice(format, price, contracts.get(code)?.decimalFormat);
    if (!follows) return drawingId ? t(($) => $.alerts.what.horizontal, { replace: { price: shown } }) : shown;
    const interval = t(($) => $.desk.chart.shortIntervals[follows.interval]);
    if (follows.kind === 'line') return t(($) => $.alerts.what.line, { replace: { interval } });
    return `${follows.average} ${follows.period} · ${interval}`;
  };
  /** With the present price of what moves. */
  const priceOf = (alert: PriceAlert): string => {
    const { contractCode, price, follows } = alert;
    const what = subjectText(contractCode, alert);
    if (!follows || price === null) return what;
    const now = wirePrice(format, price, contracts.get(contractCode)?.decimalFormat);
    return t(($) => $.alerts.what.now, { replace: { what, price: now } });
  };
  return {
    priceOf,
    subjectText,
    nameOf(alert) {
      const direction = t(($) => $.alerts.direction[alert.direction]);
      const replace = { code: alert.contractCode, direction, price: priceOf(alert) };
      return t(($) => $.alerts.row, { replace });
    },
    stateOf({ isActive, isRepeating, reachedAt, endReason }) {
      if (endReason) return writtenError({ t, format }, endReason);
      const replace = { time: reachedAt === null ? '' : format.dateTime(reachedAt) };
      if (isActive)
        return reachedAt === null ? t(($) => $.alerts.state.waiting) : t(($) => $.alerts.state.again, { replace });
      // A one-time alert ends once it is reached; a repeating one is inactive because its owner paused it.
      const isDone = reachedAt !== null && !isRepeating;
      return isDone ? t(($) => $.alerts.state.reached, { replace }) : t(($) => $.alerts.state.paused);
    },
  };
}
