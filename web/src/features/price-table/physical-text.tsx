/** What the thing itself costs at the last trade's price, in its usual unit; a dash where it has none. */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { MISSING } from '#i18n/format.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { physicalPriceText, physicalUnits } from '#market/physical-price.ts';
import { useQuoteField } from '#market/use-quote.ts';

export { physicalValue } from '#market/physical-price.ts';

export function PhysicalText({ contract }: { readonly contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const ticks = useQuoteField(contract.code, 'last');
  const [unit] = physicalUnits(contract);
  if (unit === undefined) return <span className="text-fg-3">{MISSING}</span>;
  return <span className="text-fg-2">{physicalPriceText({ t, format }, contract, { ticks, unit })}</span>;
}
