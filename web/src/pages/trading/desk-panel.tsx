/** A panel of the desk: an error inside stays inside, and a change of contract resets it. */
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Separator } from 'react-resizable-panels';
import { cn } from '#design/class-names.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';

export interface DeskPanelProps {
  readonly name: string;
  readonly code: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** Shown until the panel's content has loaded. */
  readonly waiting?: ReactNode;
}

export function DeskPanel({ name, code, children, className, waiting }: DeskPanelProps) {
  return (
    <div className={cn('flex h-full min-h-0 flex-col bg-surface', className)}>
      <ErrorBoundary panel={name.toLocaleLowerCase()} resetKey={code}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** A divider one pixel wide between panels; it can be grabbed a few pixels beside it, and moved by keyboard. */
export function Divider({ panel, isVertical = false }: { panel: string; isVertical?: boolean }) {
  const { t } = useTranslation();
  return (
    <Separator
      aria-label={t(($) => $.desk.panel.resize, { panel })}
      className={cn(
        'shrink-0 bg-border transition-colors duration-(--fast) data-[separator=active]:bg-ring data-[separator=focus]:bg-ring data-[separator=hover]:bg-border-strong',
        isVertical ? 'h-px' : 'w-px',
      )}
    />
  );
}
