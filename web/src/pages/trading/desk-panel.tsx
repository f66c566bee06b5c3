/** A panel of the desk: what breaks in it stays in it, and another contract gives it a fresh start. */
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
  /** Stands there until what the panel shows has been fetched. */
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

/** Panels meet in a line of one pixel; it can be taken a few pixels beside it, and moved by keys. */
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
