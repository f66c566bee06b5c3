/** Deletes an account that withdrawals are paid to: a question first, then the code. */
import type { Taskflow } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useWaitingCode } from '#features/security/waiting-code.ts';
import type { ShownAccount } from '#pages/bank-information/shown-accounts.ts';
import { bankChanges } from '#signed-in/payouts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface RemoveBeneficiaryProps {
  readonly userId: string;
  readonly account: ShownAccount;
  readonly onDone: () => void;
}

export function removalPlace(userId: string, { id }: Pick<ShownAccount, 'id'>): string {
  return `bank ${userId} remove ${id}`;
}

export function RemoveBeneficiary({ userId, account, onDone }: RemoveBeneficiaryProps) {
  const { t } = useTranslation();
  const { name } = account;
  const changes = bankChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const [waiting, wait] = useWaitingCode(removalPlace(userId, account), z.null());
  const ask = async (task: Promise<Taskflow>) => wait({ task: await task, about: null });
  const end = () => {
    wait(null);
    onDone();
  };
  const task = waiting?.task;
  const back = (
    <Button variant="ghost" className="max-md:h-11" onClick={end}>
      {t(($) => $.banks.cancel)}
    </Button>
  );
  return (
    <Card aria-label={t(($) => $.banks.remove)} className="grid gap-3 max-md:p-4" data-testid="bank-remove">
      <h2 className="text-16">{t(($) => $.banks.remove)}</h2>
      <p className="text-fg-2">
        {task ? t(($) => $.banks.removeCodeAbout, { account: name }) : t(($) => $.banks.removeAbout, { account: name })}
      </p>
      {task ? (
        <CodeForm
          delivery={task}
          onVerify={async (code) => {
            await changes.verify(task, code);
            end();
            await notifyDone(t(($) => $.banks.removed, { account: name }));
          }}
          onResend={() => ask(changes.resend(task))}
        >
          {back}
        </CodeForm>
      ) : (
        <>
          <RefusalNote refusal={refusal} />
          <div className="flex gap-2">
            <Button
              autoFocus
              className="max-md:h-11"
              busy={isBusy}
              busyLabel={t(($) => $.banks.sending)}
              onClick={() => void submit(() => ask(changes.removeBeneficiary(account.id)))}
              data-testid="bank-send"
            >
              {t(($) => $.banks.send)}
            </Button>
            {back}
          </div>
        </>
      )}
    </Card>
  );
}
