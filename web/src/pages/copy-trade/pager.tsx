/** Below a list: how many there are, which page this is, and the way to its neighbours. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { CursorPages } from '#pages/copy-trade/cursor-pages.ts';

export interface PagerProps {
  readonly pages: CursorPages;
  readonly pageSize: number;
  /** In words with its number. */
  readonly totalText: string;
  readonly total: number;
  readonly nextCursor: string | null;
}

export function Pager({ pages, pageSize, totalText, total, nextCursor }: PagerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const last = Math.max(pages.page, Math.ceil(total / pageSize), 1);
  const here = t(($) => $.strategies.pager.page, { page: format.volume(pages.page), pages: format.volume(last) });
  return (
    <nav
      aria-label={t(($) => $.strategies.pager.name)}
      className="flex shrink-0 items-center gap-2 border-border border-t px-4 py-2 text-12 text-fg-2 tabular-nums md:px-5"
    >
      <span data-testid="pager-total">{totalText}</span>
      <span className="ml-auto" />
      <IconButton
        label={t(($) => $.strategies.pager.back)}
        side="top"
        className="max-md:size-11"
        disabled={pages.page === 1}
        onClick={() => pages.back()}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <span role="status" data-testid="pager-page">
        {here}
      </span>
      <IconButton
        label={t(($) => $.strategies.pager.forward)}
        side="top"
        className="max-md:size-11"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && pages.forward(nextCursor)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  );
}
