/** Shows the progress of a file, a way to stop it, and the outcome. */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { Exporting, ExportState } from '#orders/export-list.ts';

export function ExportLine({ exporting: { state, stop, forget } }: { exporting: Exporting }) {
  const { t } = useTranslation();
  const text = useExportText(state);
  if (text === null) return null;
  const isRunning = state.kind === 'running';
  return (
    <div
      data-slot="export-line"
      className="flex min-h-8 shrink-0 items-center gap-3 border-border border-b bg-surface-2 px-3 text-12 max-md:px-4"
    >
      <span role="status" className={`min-w-0 tabular-nums ${state.kind === 'failed' ? 'text-danger' : 'text-fg-2'}`}>
        {text}
      </span>
      <Button
        variant="link"
        size="text"
        className="ml-auto text-12 max-md:h-11"
        data-testid={isRunning ? 'export-stop' : 'export-close'}
        onClick={isRunning ? stop : forget}
      >
        {isRunning ? t(($) => $.lists.exportStop) : t(($) => $.shell.action.close)}
      </Button>
    </div>
  );
}

function useExportText(state: ExportState): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      return t(($) => $.lists.exporting, { count: state.rows, rows: format.volume(state.rows) });
    case 'done': {
      const file = state.file.replace(state.account, format.accountNumber(state.account));
      return t(($) => $.lists.exported, { count: state.rows, rows: format.volume(state.rows), file });
    }
    case 'empty':
      return t(($) => $.lists.exportNone);
    case 'failed':
      return t(($) => $.lists.exportFailed, { reason: writtenError({ t, format }, state) });
  }
}
