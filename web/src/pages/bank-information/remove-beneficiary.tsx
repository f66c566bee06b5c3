/** Deletes an account that withdrawals are paid to: a question first, then the code. */
import type { Taskflow } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import type { ShownAccount } from '#pages/bank-information/shown-accounts.ts';
import { bankChanges } from '#signed-in/payouts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface RemoveBeneficiaryProps {
  readonly userId: string;
  readonly account: ShownAccount;
  readonly onDone: () => void;
}

export function RemoveBeneficiary({ userId, account, onDone }: RemoveBeneficiaryProps) {
  const { t } = useTranslation();
  const { name } = account;
  const changes = bankChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const [task, setTask] = useState<Taskflow | null>(null);
  const back = (
    <Button variant="ghost" className="max-md:h-11" onClick={onDone}>
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
            onDone();
            await notifyDone(t(($) => $.banks.removed, { account: name }));
          }}
          onResend={async () => setTask(await changes.resend(task))}
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
              onClick={() => void submit(async () => setTask(await changes.removeBeneficiary(account.id)))}
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
