/** What orders that are sent together need of an account, before and after. */
import type { BeforeAfter as Change } from '@mua/core/preview';
import type { Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface MarginLinesProps {
  readonly preview: { readonly requiredVnd: Change<Vnd>; readonly availableVnd: Change<Vnd> };
}

/** Terms and figures of a receipt's list. */
export function MarginLines({ preview: { requiredVnd, availableVnd } }: MarginLinesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const bare = (amount: Vnd) => format.vnd(amount, { bare: true });
  return (
    <>
      <dt className="text-fg-2">{t(($) => $.words.margin.requiredMargin)}</dt>
      <dd className="text-right">
        <BeforeAfter before={bare(requiredVnd.before)} after={bare(requiredVnd.after)} />
      </dd>
      <dt className="text-fg-2">{t(($) => $.words.margin.availableMargin)}</dt>
      <dd className="text-right">
        <BeforeAfter before={bare(availableVnd.before)} after={bare(availableVnd.after)} />
      </dd>
    </>
  );
}
