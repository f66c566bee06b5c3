/** What a follower does with a copy: pause and go on, move money, stop. All but pausing ask first. */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, Pause, Play, Square } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { copyMoves } from '#pages/copy-trade/copies/copies.ts';
import type { OfCopyProps } from '#pages/copy-trade/copies/copy-props.ts';
import { FundsDialog, useFundsMove } from '#pages/copy-trade/copies/funds-dialog.tsx';
import { StopDialog } from '#pages/copy-trade/copies/stop-dialog.tsx';
import { useSubmission } from '#wire/submission.ts';

export function CopyActions({ userId, copy }: OfCopyProps) {
  const { t } = useTranslation();
  const moves = copyMoves(useQueryClient(), userId, copy.copyTraderId);
  const { isBusy, refusal, submit } = useSubmission();
  const [asked, setAsked] = useState<'funds' | 'stop' | null>(null);
  const fundsMove = useFundsMove();
  const { state, strategyName: strategy } = copy;
  if (state === 'CLOSED') return null;
  const isPaused = state === 'PAUSED';
  // The button means the opposite then: the end of a double click must not undo what its beginning did.
  const turn = async (click: MouseEvent) => {
    if (isRepeatedClick(click)) return;
    const refused = await submit(isPaused ? moves.resume : moves.pause);
    if (refused === null) await notifyDone(t(($) => (isPaused ? $.copies.resumed : $.copies.paused), { strategy }));
  };
  const tall = 'max-md:h-11 max-md:flex-1';
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {state !== 'CLOSING' && (
          <Button
            variant="outline"
            className={tall}
            busy={isBusy}
            onKeyDown={ignoreHeldEnter}
            onClick={(click) => void turn(click)}
            data-testid="copy-pause"
          >
            {!isBusy && (isPaused ? <Play aria-hidden /> : <Pause aria-hidden />)}
            {t(($) => (isPaused ? $.copies.resume : $.copies.pause))}
          </Button>
        )}
        <Button
          variant="outline"
          className={tall}
          aria-haspopup="dialog"
          onClick={() => setAsked('funds')}
          data-testid="copy-funds"
        >
          <ArrowLeftRight aria-hidden />
          {t(($) => $.copies.funds)}
        </Button>
        {state !== 'CLOSING' && (
          <Button
            variant="danger"
            className={tall}
            aria-haspopup="dialog"
            onClick={() => setAsked('stop')}
            data-testid="copy-stop"
          >
            <Square aria-hidden />
            {t(($) => $.dialogs.unfollow.button)}
          </Button>
        )}
      </div>
      <RefusalNote refusal={refusal} />
      {asked === 'funds' && (
        <FundsDialog
          {...{ userId, copy, move: fundsMove }}
          // A late answer closes no other dialog.
          onClose={() => setAsked((open) => (open === 'funds' ? null : open))}
        />
      )}
      {asked === 'stop' && <StopDialog userId={userId} copy={copy} onClose={() => setAsked(null)} />}
    </div>
  );
}
