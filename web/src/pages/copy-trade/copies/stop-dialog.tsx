/** Asks how a copy ends: with what was copied kept, or closed at market. Neither is chosen for its owner. */
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import { copyMoves } from '#pages/copy-trade/copies/copies.ts';
import type { CopyDialogProps } from '#pages/copy-trade/copies/copy-props.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { useSubmission } from '#wire/submission.ts';

export function StopDialog({ userId, copy, onClose }: CopyDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const moves = copyMoves(useQueryClient(), userId, copy.copyTraderId);
  const { isBusy, refusal, submit } = useSubmission();
  const [closes, setCloses] = useState<boolean | null>(null);
  const { strategyName: strategy } = copy;
  const confirm = async () => {
    if (closes === null) return;
    const refused = await submit(() => moves.stop(closes));
    if (refused !== null) return;
    onClose();
    await notifyDone(t(($) => $.copies.stopped, { strategy }));
  };
  return (
    <QuestionDialog
      title={t(($) => $.dialogs.unfollow.title, { strategy })}
      body={t(($) => $.dialogs.unfollow.body)}
      account={useNamedAccount(copy.accountId)}
      facts={<Fact term={t(($) => $.copies.profit)}>{format.profit(copy.profit).text}</Fact>}
      confirm={{
        label: t(($) => $.dialogs.unfollow.button),
        busyLabel: t(($) => $.copies.sending),
        variant: 'danger',
        testId: 'confirm-stop',
        isBusy,
        isDisabled: closes === null,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t(($) => $.copies.positionsThen)}</legend>
        <Choice
          testId="stop-keep"
          isOn={closes === false}
          name={t(($) => $.copies.keep)}
          hint={t(($) => $.copies.keepHint)}
          onChoose={() => setCloses(false)}
        />
        <Choice
          testId="stop-close"
          isOn={closes === true}
          name={t(($) => $.copies.closeAll)}
          hint={t(($) => $.copies.closeAllHint)}
          onChoose={() => setCloses(true)}
        />
      </fieldset>
      <RefusalNote refusal={refusal} />
    </QuestionDialog>
  );
}

interface ChoiceProps {
  readonly testId: string;
  readonly isOn: boolean;
  readonly name: string;
  readonly hint: string;
  readonly onChoose: () => void;
}

function Choice({ testId, isOn, name, hint, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <label
      data-testid={testId}
      className={`relative grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md border px-3 py-2 has-[:focus-visible]:shadow-[0_0_0_1px_var(--ring)] ${isOn ? 'border-ring bg-primary-soft' : 'border-border-strong'}`}
    >
      <input
        type="radio"
        name="copied-positions"
        className="sr-only"
        checked={isOn}
        aria-describedby={id}
        onChange={onChoose}
      />
      <span className="font-medium">{name}</span>
      {isOn && <Check aria-hidden className="size-4 text-primary-text" />}
      <span id={id} className="col-span-2 text-12 text-fg-2">
        {hint}
      </span>
    </label>
  );
}
