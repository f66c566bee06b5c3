/** The value of one tick of one lot, in dong. */
import type { Contract } from '@mua/contract/entities/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Explained } from '#design/ui/figures/explained.tsx';
import { unitText } from '#i18n/unit-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { tickValueVnd } from '#market/tick-value.ts';

export const TickLine = memo(function TickLine({ contract }: { contract: Contract }) {
  const { decimalFormat: grid, priceUnit, terms } = contract;
  const { t } = useTranslation();
  const format = useMarketFormat();
  const value = format.vnd(tickValueVnd(terms));
  const line = t(($) => $.ticket.tickLine, { unit: unitText(t, priceUnit), tick: format.price(1, grid), value });
  if (!terms) return line;
  const explained = {
    foreign: format.foreign(terms.tickValue, terms.currency),
    rate: format.vnd(terms.fxRate),
    value,
  };
  return (
    <Explained text={t(($) => $.ticket.explain.tick, explained)} side="bottom" align="start" className="tabular-nums">
      {line}
    </Explained>
  );
});
