/** Shows how much of an order is filled, beside the figures that say so. */
import { cn } from '#design/class-names.ts';

const RADIUS = 5.5;
const ROUND = 2 * Math.PI * RADIUS;

export function ProgressRing({
  done,
  total,
  className,
}: {
  done: number;
  total: number;
  className?: string | undefined;
}) {
  const part = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  return (
    <svg
      aria-hidden="true"
      data-slot="progress-ring"
      viewBox="0 0 14 14"
      className={cn('size-3.5 shrink-0', className)}
    >
      <circle cx="7" cy="7" r={RADIUS} fill="none" strokeWidth="2" className="stroke-surface-4" />
      {part > 0 && (
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          fill="none"
          strokeWidth="2"
          strokeDasharray={`${part * ROUND} ${ROUND}`}
          transform="rotate(-90 7 7)"
          className="stroke-primary-text"
        />
      )}
    </svg>
  );
}
