/** Requests that are under way: done with its time, now with what is awaited, and whether it can still be undone. */
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAccountName } from '#pages/bank-information/shown-accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { isCancellable, withdrawing, withdrawNoteQuery } from '#signed-in/payouts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface RequestsUnderWayProps {
  readonly actor: AccountActor;
  readonly requests: readonly WithdrawRequest[];
}

export function RequestsUnderWay({ actor, requests }: RequestsUnderWayProps) {
  return requests.map((request) => <UnderWay key={request.requestId} actor={actor} request={request} />);
}

function UnderWay({ actor, request }: { readonly actor: AccountActor; readonly request: WithdrawRequest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useAccountName(actor.userId);
  const { cancel } = withdrawing(useQueryClient(), actor);
  const { isBusy, refusal, submit } = useSubmission();
  const { bankCode, beneficiaryAccountNumber } = request.beneficiary;
  const amount = format.vnd(request.amount);
  const press = async () => {
    const refused = await submit(() => cancel(request.requestId));
    if (refused === null) await notifyDone(t(($) => $.withdrawals.cancelled, { amount }));
  };
  return (
    <Card
      aria-label={t(($) => $.withdrawals.underWay)}
      className="grid gap-3.5 max-md:p-4"
      data-testid="withdraw-status"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16">{t(($) => $.withdrawals.underWay)}</h2>
        {isCancellable(request) && (
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11"
            busy={isBusy}
            aria-label={t(($) => $.withdrawals.cancelNamed, { amount })}
            onClick={() => void press()}
            data-testid="withdraw-cancel"
          >
            {t(($) => $.withdrawals.cancel)}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-2">
        <b className="font-semibold text-20 tabular-nums">{amount}</b>
        <span className="text-fg-3">
          {t(($) => $.withdrawals.to, { account: nameOf(bankCode, beneficiaryAccountNumber) })}
        </span>
      </p>
      <RefusalNote refusal={refusal} />
      <Steps userId={actor.userId} request={request} />
    </Card>
  );
}

type StepState = 'done' | 'now' | 'toCome';

function Steps({ userId, request }: { readonly userId: string; readonly request: WithdrawRequest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: note } = useQuery(withdrawNoteQuery(userId));
  const { heldAt, approvedAt, approvals, approvalsNeeded, isByPolicy } = request;
  const awaited =
    approvals > 0 && approvals < approvalsNeeded
      ? t(($) => $.withdrawals.step.approveSecond)
      : t(($) => $.withdrawals.step.approve);
  const above = note ? format.vnd(note.secondApprovalAbove) : '';
  const waiting =
    approvalsNeeded > 1 ? t(($) => $.withdrawals.detail.two, { above }) : t(($) => $.withdrawals.detail.approve);
  const policy = isByPolicy && t(($) => $.withdrawals.detail.policy);
  return (
    <ol className="grid">
      <Step
        state="done"
        name={t(($) => $.withdrawals.step.asked)}
        time={request.askedAt}
        detail={t(($) => $.withdrawals.detail.asked)}
      />
      <Step
        state={heldAt ? 'done' : 'now'}
        name={t(($) => $.withdrawals.step.held)}
        time={heldAt}
        detail={t(($) => $.withdrawals.detail.held)}
      />
      <Step
        state={approvedAt ? 'done' : heldAt ? 'now' : 'toCome'}
        name={approvedAt ? t(($) => $.withdrawals.step.approved) : awaited}
        time={approvedAt}
        detail={policy || (approvedAt ? t(($) => $.withdrawals.detail.approved) : waiting)}
      />
      <Step
        state={approvedAt ? 'now' : 'toCome'}
        name={t(($) => $.withdrawals.step.paid)}
        time={null}
        detail={t(($) => $.withdrawals.detail.pay)}
      />
    </ol>
  );
}

interface StepProps {
  readonly state: StepState;
  readonly name: string;
  readonly time: string | null;
  readonly detail: string;
}

function Step({ state, name, time, detail }: StepProps) {
  const format = useFormat();
  const Icon = state === 'done' ? Check : Clock;
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="group relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2.5 pb-3.5 last:pb-0"
    >
      <span
        aria-hidden
        className={cn(
          'absolute top-5 bottom-0 left-2.25 w-0.5 group-last:hidden',
          state === 'done' ? 'bg-success' : 'bg-border-strong',
        )}
      />
      <span
        aria-hidden
        className={cn(
          'grid size-5 place-items-center rounded-full border',
          state === 'done' && 'border-success text-success',
          state === 'now' && 'border-ring bg-primary-soft text-primary-text',
          state === 'toCome' && 'border-border-strong',
        )}
      >
        {state !== 'toCome' && <Icon className="size-3" />}
      </span>
      <span className={cn('leading-5', state === 'now' && 'font-medium', state === 'toCome' && 'text-fg-3')}>
        {name}
      </span>
      <time className="text-12 text-fg-3 tabular-nums leading-5" dateTime={time ?? undefined}>
        {time === null ? '' : format.time(time)}
      </time>
      <span className={cn('col-start-2 text-12', state === 'toCome' ? 'text-fg-3' : 'text-fg-2')}>{detail}</span>
    </li>
  );
}
