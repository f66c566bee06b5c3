/** Ceiling and floor on the Vietnamese board: their colours, and the mark that stands beside the colour. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export type PriceLimit = 'ceiling' | 'floor';

/** Elsewhere a price at its limit is one that rose or fell. */
export const LIMIT_TEXT: Record<PriceLimit, string> = {
  ceiling: 'text-up in-data-[palette=vn]:text-ceil',
  floor: 'text-down in-data-[palette=vn]:text-floor',
};

/** On top of a colour that means something else, a side's. */
export const LIMIT_VN: Record<PriceLimit, string> = {
  ceiling: 'in-data-[palette=vn]:text-ceil',
  floor: 'in-data-[palette=vn]:text-floor',
};

/** Where there is no room for a mark: a line on the side that the price has run into. */
export const LIMIT_LINE: Record<PriceLimit, string> = {
  ceiling: 'in-data-[palette=vn]:overline',
  floor: 'in-data-[palette=vn]:underline',
};

/** For what the mark takes the place of. */
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
