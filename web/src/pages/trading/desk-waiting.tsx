/** The desk's placeholder before the contract is known: its panels are in their final places. */
import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { DRAWN_SIZES } from '#pages/trading/desk-layout.ts';
import type { DeskShape } from '#pages/trading/desk-shape.ts';

export function DeskWaiting({ shape }: { shape: DeskShape }) {
  const { t } = useTranslation();
  const hasTicket = shape !== 'phone' && shape !== 'tablet';
  return (
    <div role="status" aria-label={t(($) => $.shell.state.loading)} className="flex min-h-0 flex-1 flex-col gap-px">
      <div className="flex h-13 shrink-0 items-center gap-6 bg-surface px-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-36" />
        <Skeleton className="w-64 max-md:hidden" />
      </div>
      <div className="flex min-h-0 flex-1 gap-px">
        <div className="flex min-w-0 flex-1 flex-col gap-px">
          <div className="min-h-0 flex-1 bg-surface" />
          {shape !== 'phone' && (
            <div className="overflow-hidden bg-surface" style={{ height: DRAWN_SIZES.bottom }}>
              <WaitingRows />
            </div>
          )}
        </div>
        {hasTicket && (
          <div className="bg-surface" style={{ width: DRAWN_SIZES.side }}>
            <WaitingFields />
          </div>
        )}
      </div>
    </div>
  );
}

/** Placeholder rows of a list, below its header. */
export function WaitingRows() {
  return (
    <div className="pt-9">
      <SkeletonRows rows={5} columns={['text', 'number', 'number', 'number', 'number']} />
    </div>
  );
}

/** Placeholder fields of the ticket. */
export function WaitingFields() {
  return (
    <div className="grid content-start gap-3 p-3">
      {FIELDS.map((field) => (
        <Skeleton key={field} className="h-9" />
      ))}
    </div>
  );
}

const FIELDS = [0, 1, 2, 3, 4, 5];
