/** Shows a toast that follows one order from sent to filled: `toast.custom` with the order's id keeps it one. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export interface ToastCardProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Takes the place of the close button. */
  readonly action?: ReactNode;
  readonly onClose?: () => void;
  readonly className?: string | undefined;
}

export function ToastCard({ icon, title, children, action, onClose, className }: ToastCardProps) {
  const { t } = useTranslation();
  return (
    <div
      data-slot="toast-card"
      className={cn(
        'grid w-[356px] max-w-full grid-cols-[20px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-0.5 rounded-lg border border-border-strong bg-popover px-3.5 py-3 text-popover-foreground shadow-float',
        className,
      )}
    >
      <span aria-hidden className="mt-0.5 [&>svg]:size-4">
        {icon}
      </span>
      <p className="font-medium">{title}</p>
      {action ??
        (onClose && (
          <button
            type="button"
            aria-label={t(($) => $.shell.action.close)}
            onClick={onClose}
            className="-m-1 grid size-7 place-items-center rounded-sm text-fg-3 hover:bg-surface-3 hover:text-foreground"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        ))}
      {children && <p className="col-[2/4] text-12 text-fg-2 leading-4">{children}</p>}
    </div>
  );
}
