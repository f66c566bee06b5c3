/** Marks limit up and limit down on the Vietnamese board: their colours, and the mark that stands beside the colour. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export type PriceLimit = 'ceiling' | 'floor';

/** On other palettes a price at its limit is one that rose or fell. */
export const LIMIT_TEXT: Record<PriceLimit, string> = {
  ceiling: 'text-up in-data-[palette=vn]:text-ceil',
  floor: 'text-down in-data-[palette=vn]:text-floor',
};

/** Used on top of a colour with another meaning, that of a side. */
export const LIMIT_VN: Record<PriceLimit, string> = {
  ceiling: 'in-data-[palette=vn]:text-ceil',
  floor: 'in-data-[palette=vn]:text-floor',
};

/** Used where there is no room for a mark: a line on the side of the limit that the price has reached. */
export const LIMIT_LINE: Record<PriceLimit, string> = {
  ceiling: 'in-data-[palette=vn]:overline',
  floor: 'in-data-[palette=vn]:underline',
};

/** Hides what the mark replaces. */
export const NOT_ON_VN = 'in-data-[palette=vn]:hidden';

export function LimitMark({ limit, className }: { limit: PriceLimit; className?: string | undefined }) {
  const { t } = useTranslation();
  const name = t(($) => $.words.market[limit === 'ceiling' ? 'limitUp' : 'limitDown']);
  return (
    <abbr
      title={name}
      className={cn('hidden font-semibold text-[0.72em] no-underline in-data-[palette=vn]:inline', className)}
    >
      {t(($) => $.words.limitMark[limit])}
    </abbr>
  );
}
