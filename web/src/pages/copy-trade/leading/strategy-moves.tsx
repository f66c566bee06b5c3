/** Runs and ends a strategy; both ask first, with what follows for those who copy it. */
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import { leading } from '#pages/copy-trade/leading/own-strategies.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface StrategyMovesProps {
  readonly userId: string;
  readonly strategy: OwnStrategy;
}

type Move = 'run' | 'stop';

export function StrategyMoves({ userId, strategy }: StrategyMovesProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Move | null>(null);
  const { strategyId, approval, state } = strategy;
  const tall = 'max-md:h-11';
  return (
    <div className="flex flex-wrap gap-2">
      {approval === 'APPROVED' && state === 'NOT_STARTED' && (
        <Button className={tall} aria-haspopup="dialog" onClick={() => setAsked('run')} data-testid="strategy-run">
          <Play aria-hidden />
          {t(($) => $.dialogs.strategyRun.button)}
        </Button>
      )}
      {state === 'NOT_STARTED' && (
        <Link
          to="/account-overview/copy-trade/management/{-$strategyId}"
          params={{ strategyId }}
          search={{ tab: 'terms' }}
          className={buttonVariants({ variant: 'outline', className: tall })}
          data-testid="strategy-change"
        >
          <Pencil aria-hidden />
          {t(($) => $.shell.action.edit)}
        </Link>
      )}
      {state !== 'ENDED' && (
        <Button
          variant="danger"
          className={tall}
          aria-haspopup="dialog"
          onClick={() => setAsked('stop')}
          data-testid="strategy-stop"
        >
          <Square aria-hidden />
          {t(($) => $.dialogs.strategyStop.button)}
        </Button>
      )}
      {asked && <MoveQuestion userId={userId} strategy={strategy} move={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface MoveQuestionProps extends StrategyMovesProps {
  readonly move: Move;
  readonly onClose: () => void;
}

function MoveQuestion({
  userId,
  strategy: { strategyId, name, accountId, followers },
  move,
  onClose,
}: MoveQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const moves = leading(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const isRun = move === 'run';
  const confirm = async () => {
    const refused = await submit(() => moves[move](strategyId));
    if (refused !== null) return;
    onClose();
    await notifyDone(t(($) => $.leading.done[move], { strategy: name }));
  };
  return (
    <QuestionDialog
      title={t(($) => (isRun ? $.dialogs.strategyRun.title : $.dialogs.strategyStop.title), { strategy: name })}
      body={t(($) => (isRun ? $.leading.runBody : $.dialogs.strategyStop.body))}
      account={useNamedAccount(accountId)}
      facts={isRun ? undefined : <Fact term={t(($) => $.leading.copiers)}>{format.volume(followers)}</Fact>}
      confirm={{
        label: t(($) => (isRun ? $.dialogs.strategyRun.button : $.dialogs.strategyStop.button)),
        busyLabel: t(($) => $.copies.sending),
        variant: isRun ? 'primary' : 'danger',
        testId: `confirm-${move}`,
        isBusy,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <RefusalNote refusal={refusal} />
    </QuestionDialog>
  );
}
