/** What a leader asks for and says, published for approval; kept in this browser until it is sent. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { OwnStrategy, StrategyForm as StrategyBody } from '@mua/contract/entities/strategy';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import { leading } from '#pages/copy-trade/leading/own-strategies.ts';
import {
  draftOf,
  EMPTY_STRATEGY,
  keepDraft,
  readKeptDraft,
  type StrategyDraft,
  strategySchema,
} from '#pages/copy-trade/leading/strategy-draft.ts';
import { StrategyFields, type StrategyFormOf } from '#pages/copy-trade/leading/strategy-fields.tsx';
import { useRequestId } from '#pages/copy-trade/request-id.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface StrategyFormProps {
  readonly userId: string;
  /** Null for a new one. */
  readonly strategy: OwnStrategy | null;
  readonly onDraft: (draft: StrategyDraft) => void;
}

export function StrategyForm({ userId, strategy, onDraft }: StrategyFormProps) {
  const { t } = useTranslation();
  const form = useStrategyDraft({ userId, strategy, onDraft });
  const place = useRef<HTMLFormElement>(null);
  const { isBusy, refusal, send } = usePublishing(userId, strategy);
  const { errors, isSubmitted } = form.formState;
  const faults = Object.keys(errors).length;
  const submit = form.handleSubmit(
    (body) => send(form.getValues('accountId'), body),
    // The first one in sight, which may be a list that the form's library can't focus.
    () => setTimeout(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  );
  return (
    <Card aria-label={t(($) => $.leading.form)} className="max-md:p-4">
      <form
        ref={place}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
        data-testid="strategy-form"
      >
        {strategy?.reason && strategy.approval === 'REJECTED' && (
          <p className="rounded-md bg-danger-soft px-3 py-2 text-danger" data-testid="rejected-because">
            <b className="font-semibold">{t(($) => $.leading.rejectedBecause)}</b> {strategy.reason}
          </p>
        )}
        <StrategyFields userId={userId} form={form} isNew={strategy === null} />
        <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} facts={refusal.facts} />}</RefusalNote>
        <div className="flex flex-wrap items-center gap-2 border-border border-t pt-3.5">
          <p role="status" className="min-w-0 flex-1 text-12 text-fg-2">
            {isSubmitted && faults > 0
              ? t(($) => $.leading.faultsLeft, { count: faults })
              : t(($) => $.leading.keptHere)}
          </p>
          <Button
            type="submit"
            size="lg"
            className="max-md:h-11 max-md:w-full"
            busy={isBusy}
            busyLabel={t(($) => $.copies.sending)}
            data-testid="strategy-send"
          >
            {t(($) => (strategy === null ? $.leading.publish : $.leading.publishAgain))}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Begins with what was typed here before; each change is kept. */
function useStrategyDraft({ userId, strategy, onDraft }: StrategyFormProps): StrategyFormOf {
  const format = useFormat();
  const strategyId = strategy?.strategyId ?? null;
  const [first] = useState(() => readKeptDraft(userId, strategyId) ?? published(strategy));
  const form: StrategyFormOf = useForm({
    ...{ defaultValues: first, resolver: zodResolver(strategySchema), shouldFocusError: false },
  });
  useEffect(() => {
    onDraft(form.getValues());
    const { unsubscribe } = form.watch((draft) => {
      onDraft(draft as StrategyDraft);
      keepDraft(userId, strategyId, draft as StrategyDraft);
    });
    return unsubscribe;
  }, [form, userId, strategyId, onDraft]);
  return form;

  function published(of: OwnStrategy | null): StrategyDraft {
    if (of === null) return EMPTY_STRATEGY;
    const money = (vnd: string) => format.vnd(vnd, { bare: true });
    return draftOf(of, money, (text) => format.plain(text));
  }
}

function usePublishing(userId: string, strategy: OwnStrategy | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { publish, change } = leading(client, userId);
  const { isBusy, refusal, submit } = useSubmission();
  const request = useRequestId();
  const send = async (accountId: string, body: StrategyBody) => {
    if (isBusy) return;
    await submit(async () => {
      const { strategyId } = await (strategy === null
        ? publish({ accountId, ...body, clientRequestId: request.of({ accountId, ...body }) })
        : change(strategy.strategyId, body));
      keepDraft(userId, strategy?.strategyId ?? null, null);
      await navigate({ to: '/account-overview/copy-trade/management/{-$strategyId}', params: { strategyId } });
      await notifyDone(t(($) => $.leading.published, { strategy: body.name }));
    });
  };
  return { isBusy, refusal, send };
}
