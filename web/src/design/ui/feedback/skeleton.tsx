/** Shows the shape of content to come, without shimmer: waiting should not be the liveliest thing on the desk. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden data-slot="skeleton" className={cn('block h-2.5 rounded-[3px] bg-surface-3', className)} />;
}

/** The widths differ a little from row to row, always the same way. */
const WIDTHS = [74, 88, 66, 92, 80, 70];

export function SkeletonRows({ rows, columns }: { rows: number; columns: readonly ('text' | 'number')[] }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t(($) => $.shell.state.loading)}>
      {range(rows).map((row) => (
        <div key={row} className="flex h-row items-center gap-4 border-border border-b px-3">
          {columns.map((column, index) => {
            const width = WIDTHS[(row + index * 2) % WIDTHS.length] ?? 80;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawn shape has no identity but its place.
              <span key={index} className={cn('flex', column === 'text' ? 'flex-1' : 'w-15 justify-end')}>
                <span className="block" style={{ width: `${column === 'text' ? width * 0.8 : width}%` }}>
                  <Skeleton />
                </span>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
