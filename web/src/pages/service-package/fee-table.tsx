/** What a lot costs with a package, by kind of contract, and the largest order. */
import type { ServicePackage } from '@mua/contract/entities/service-package';
import { FEE_CLASSES } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { useMarketFormat } from '#i18n/use-format.ts';

export interface FeeTableProps {
  readonly one: ServicePackage;
  readonly basic: ServicePackage;
  readonly caption: string;
  /** With the ordinary figures beside it. */
  readonly isCompared?: boolean;
}

export function FeeTable({ one, basic, caption, isCompared = false }: FeeTableProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const hasOther = isCompared && one.name !== basic.name;
  const rows = [
    ...FEE_CLASSES.map((name) => ({
      name: t(($) => $.packages.class[name]),
      ordinary: format.vnd(basic.feePerLot[name]),
      own: format.vnd(one.feePerLot[name]),
    })),
    {
      name: t(($) => $.packages.largest),
      ordinary: t(($) => $.packages.lots, { lots: format.volume(basic.maxLotsPerOrder) }),
      own: t(($) => $.packages.lots, { lots: format.volume(one.maxLotsPerOrder) }),
    },
  ];
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-12 text-fg-3">
          <th scope="col" className="pb-1 text-left font-normal">
            {t(($) => $.packages.fee)}
          </th>
          {hasOther && (
            <th scope="col" className="pb-1 text-right font-normal">
              {basic.title}
            </th>
          )}
          <th scope="col" className="pb-1 text-right font-normal">
            {hasOther ? one.title : <span className="sr-only">{one.title}</span>}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, ordinary, own }) => (
          <tr key={name} className="border-border border-t">
            <th scope="row" className="py-1.5 text-left font-normal text-fg-2">
              {name}
            </th>
            {hasOther && <td className="text-right text-fg-3">{ordinary}</td>}
            <td className="whitespace-nowrap text-right font-medium">{own}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
