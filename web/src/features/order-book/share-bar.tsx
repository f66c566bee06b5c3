/** Bid against ask lots of the ten levels, with words and figures beside the two bars. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';

export function ShareBar({ bidShare }: { bidShare: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (bidShare === null) return null;
  const askShare = 100 - bidShare;
  const percent = (share: number) => format.ratio(String(share), 0);
  return (
    <div
      role="img"
      aria-label={`${t(($) => $.desk.book.share)}: ${percent(bidShare)}, ${percent(askShare)}`}
      className="mt-auto flex h-7 shrink-0 items-center gap-2 whitespace-nowrap border-border border-t px-3 text-11"
    >
      <span className="text-buy-text">
        {t(($) => $.words.side.BUY)} {percent(bidShare)}
      </span>
      <span className="flex h-1 flex-1 gap-0.5">
        <span className="rounded-full bg-buy" style={{ flex: bidShare }} />
        <span className="rounded-full bg-sell" style={{ flex: askShare }} />
      </span>
      <span className="text-sell-text">
        {percent(askShare)} {t(($) => $.words.side.SELL)}
      </span>
    </div>
  );
}
