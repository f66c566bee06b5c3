/**
 * Says the result to a screen reader when an input changes. What follows the market is left out: it would be said with
 * every trade.
 */
import { formatDecimal } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { useMarketFormat } from '#i18n/use-format.ts';
import { reduceOnlyText } from '#market/reduce-only-text.ts';
import { barredBy, type ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';

export function SpokenResult(shown: ShownCalculation) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { contract, draft, preview } = shown;
  const sentences = () => {
    if (!preview) return '';
    const { requiredMargin, fee, order, levels } = preview;
    const said = [
      t(($) => $.calculator.spoken.costs, {
        code: contract.code,
        required: format.vnd(requiredMargin.totalVnd),
        fee: format.vnd(fee.totalVnd),
      }),
    ];
    const barred = barredBy(shown);
    if (barred) return [...said, `${reduceOnlyText({ t, format }, barred)}.`].join(' ');
    const basisPoints = order?.isAccepted ? order.ratioBasisPoints.after : null;
    if (basisPoints !== null) {
      said.push(t(($) => $.calculator.spoken.ratio, { ratio: format.ratio(formatDecimal(basisPoints, 2)) }));
    }
    if (order?.isAccepted === false) {
      const facts = { missing: format.vnd(order.shortfallVnd), least: format.vnd(preview.leastVnd) };
      said.push(t(($) => $.calculator.short, facts));
    }
    const call = draft.priceText === null || draft.isPriceHeld ? undefined : levels[0]?.at;
    if (call) {
      said.push(t(($) => $.calculator.spoken.call, { price: format.price(call.ticks, contract.decimalFormat) }));
    }
    return said.join(' ');
  };
  return (
    <output aria-live="polite" className="sr-only" data-testid="calculator-spoken">
      {sentences()}
    </output>
  );
}
