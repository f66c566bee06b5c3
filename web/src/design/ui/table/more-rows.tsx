/** Offers more rows below the loaded ones, and says what a sort covers while there are more. */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { type ColumnList, useColumnMemory } from '#session/column-memory.ts';

export interface MoreRowsProps {
  readonly list: ColumnList;
  readonly rows: number;
  readonly more: { readonly hasMore: boolean; readonly isLoadingMore: boolean; loadMore(): void };
}

export function MoreRows({ list, rows, more }: MoreRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isSorted = useColumnMemory(({ lists }) => (lists[list]?.sort ?? null) !== null);
  if (!more.hasMore) return null;
  return (
    <div className="sticky left-0 flex items-center justify-center gap-3 p-2">
      {isSorted && (
        <span className="text-12 text-fg-3 max-md:hidden">
          {t(($) => $.lists.sortedLoaded, { count: rows, rows: format.volume(rows) })}
        </span>
      )}
      <Button
        size="sm"
        variant="outline"
        className="max-md:h-11 max-md:px-4"
        busy={more.isLoadingMore}
        onClick={() => more.loadMore()}
      >
        {t(($) => $.orders.more)}
      </Button>
    </div>
  );
}
