/** Placeholders in the shape of what is loading: a chart with lines and labels, the gauge with its levels. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';

const LINES = ['one', 'two', 'three', 'four', 'five'];

export function WaitingChart({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t(($) => $.shell.state.loading)} className={cn('flex flex-col', className)}>
      <div className="flex h-8 items-center gap-4">
        <Skeleton className="w-24" />
        <Skeleton className="w-20" />
        <Skeleton className="ml-auto h-7 w-40" />
      </div>
      <div className="mt-2 flex flex-1 flex-col justify-between pb-6">
        {LINES.map((line) => (
          <div key={line} className="flex items-center gap-3">
            <span className="h-px flex-1 bg-border" />
            <Skeleton className="w-12" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function WaitingGauge() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t(($) => $.shell.state.loading)} className="grid gap-5">
      <Skeleton className="w-28" />
      <Skeleton className="h-7 w-36" />
      <Skeleton className="w-full" />
      {LINES.slice(1).map((line) => (
        <div key={line} className="flex justify-between gap-3 border-border border-t pt-3">
          <Skeleton className="w-44" />
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}
