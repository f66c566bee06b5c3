/** Below the rows that came: the way to the next ones. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';

export interface MoreButtonProps {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

export function MoreButton({ query }: MoreButtonProps) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center p-2">
      <Button
        size="sm"
        variant="outline"
        className="max-md:h-11 max-md:px-4"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t(($) => $.orders.more)}
      </Button>
    </div>
  );
}
