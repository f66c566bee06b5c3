/** A column's name: short under its group's header, in full in menus and for screen readers. */
import { useTranslation } from 'react-i18next';
import type { SortKey } from '#features/price-table/board-lines.ts';

export function useColumnNames() {
  const { t } = useTranslation();
  const nameOf = (key: SortKey) => t(($) => $.words.board[key]);
  const shortNameOf = (key: SortKey) => {
    if (key === 'bidVolume' || key === 'askVolume' || key === 'matchVolume') return t(($) => $.board.short.volume);
    if (key === 'bidPrice' || key === 'askPrice' || key === 'matchPrice') return t(($) => $.board.short.price);
    return nameOf(key);
  };
  return { nameOf, shortNameOf };
}
