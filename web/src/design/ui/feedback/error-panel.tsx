/** Shows a fault inside its panel: the code's text, the code, and a way to try again. Never an endless spinner. */
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { errorText, type FactTexts } from '#i18n/error-text.ts';

export interface ErrorPanelProps {
  /** The panel's name as used inside a sentence; if omitted it reads "this panel". */
  readonly panel?: string;
  readonly code?: string;
  readonly facts?: FactTexts;
  readonly onRetry?: () => void;
  readonly className?: string | undefined;
}

export function ErrorPanel({ panel, code, facts, onRetry, className }: ErrorPanelProps) {
  const { t } = useTranslation();
  const name = panel ?? t(($) => $.empty.panelError.thisPanel);
  return (
    <div
      role="alert"
      data-slot="error-panel"
      className={cn('grid justify-items-center gap-1 px-3 py-5 text-center', className)}
    >
      <TriangleAlert aria-hidden className="mb-1 size-5 text-fg-3" />
      <p className="font-medium">{t(($) => $.empty.panelError.title, { panel: name })}</p>
      <p className="max-w-80 text-12 text-fg-3">
        {code ? errorText(t, code, facts) : t(($) => $.empty.panelError.hint)}
        {code && <span className="block text-11">{t(($) => $.shell.state.errorCode, { code })}</span>}
      </p>
      {onRetry && (
        <Button size="sm" variant="outline" className="mt-2" onClick={onRetry}>
          <RotateCw aria-hidden />
          {t(($) => $.shell.action.retry)}
        </Button>
      )}
    </div>
  );
}
