/**
 * Cancels the chosen orders: the first press asks, the second confirms; another choice of rows asks anew. While it runs
 * it counts, and at the end it reports what was cancelled and what was not, once for all of them. The focused element
 * may disappear with the choice, the run or the summary; the bar then keeps the focus.
 */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick, useArming } from '#design/arming.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { BulkProgress } from '#orders/bulk-cancel.ts';

export interface BulkBarProps {
  readonly chosen: readonly string[];
  readonly progress: BulkProgress;
  readonly onCancel: () => void;
  /** Chooses all rows shown, or none. */
  readonly onChoose: (isOn: boolean) => void;
  /** Closes the summary. */
  readonly onForget: () => void;
}

export function BulkBar({ chosen, progress, onCancel, onChoose, onForget }: BulkBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const bar = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(bar);
  const arming = useArming();
  /** The choice at the moment of arming: another choice is another question. */
  const [armedFor, setArmedFor] = useState('');
  const choice = chosen.join(' ');
  const isArmed = arming.sinceMs !== null && armedFor === choice && chosen.length > 0;
  const orders = format.volume(chosen.length);
  const press = () => {
    if (!isArmed) {
      setArmedFor(choice);
      return arming.arm();
    }
    if (arming.stand() !== 'ready') return;
    arming.disarm();
    onCancel();
  };
  return (
    <div
      ref={bar}
      {...kept}
      tabIndex={-1}
      data-slot="bulk-bar"
      className="-outline-offset-2 flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-border border-b bg-surface-2 px-3 py-1 text-12 max-md:min-h-13 max-md:px-4"
    >
      <span className="tabular-nums" aria-live="polite">
        {progress.isRunning
          ? t(($) => $.lists.cancelling, { done: format.volume(progress.done), total: format.volume(progress.total) })
          : t(($) => $.lists.chosen, { orders })}
      </span>
      <Button
        size="sm"
        variant={isArmed ? 'sell' : 'outline'}
        className="max-md:h-11 max-md:px-4"
        armed={isArmed}
        disabled={chosen.length === 0 && !progress.isRunning}
        busy={progress.isRunning}
        data-testid="cancel-chosen"
        data-ready={isArmed && arming.isReady}
        onClick={(event) => isRepeatedClick(event) || press()}
      >
        {isArmed
          ? t(($) => $.lists.confirmCancel, { orders })
          : chosen.length === 0
            ? t(($) => $.shell.action.cancelSelected)
            : t(($) => $.lists.cancelChosen, { orders, count: chosen.length })}
      </Button>
      {!progress.isRunning && (
        <Button
          variant="link"
          size="text"
          className="text-12 max-md:h-11"
          data-testid="choose-or-clear"
          onClick={() => onChoose(chosen.length === 0)}
        >
          {chosen.length === 0 ? t(($) => $.lists.chooseAll) : t(($) => $.lists.clearChoice)}
        </Button>
      )}
      {!progress.isRunning && progress.total > 0 && <Summary progress={progress} onForget={onForget} />}
    </div>
  );
}

function Summary({ progress, onForget }: { progress: BulkProgress; onForget: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, refused } = progress;
  const words = { orders: format.volume(total - refused), refused: format.volume(refused) };
  const Icon = refused > 0 ? TriangleAlert : CircleCheck;
  return (
    <span className="ml-auto flex items-center gap-2">
      <span role="status" className={`flex items-center gap-1.5 ${refused > 0 ? 'text-warning' : 'text-fg-2'}`}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {refused > 0 ? t(($) => $.lists.cancelledSome, words) : t(($) => $.lists.cancelledAll, words)}
      </span>
      <Button variant="link" size="text" className="text-12 max-md:h-11" onClick={onForget}>
        {t(($) => $.shell.action.close)}
      </Button>
    </span>
  );
}
