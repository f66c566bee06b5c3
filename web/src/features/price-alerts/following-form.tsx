/**
 * A new or edited alert on what is drawn on a chart: a line or an average. Where that is, the chart says and the server
 * keeps; the form has what else there is to choose.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { useQueryClient } from '@tanstack/react-query';
import { ChartLine, ChartSpline } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertFrame } from '#features/price-alerts/alert-form-parts.tsx';
import { useAlertText } from '#features/price-alerts/alert-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { changeAlert, createAlert } from '#lists/price-alerts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface FollowingFormProps {
  readonly actor: AccountActor;
  readonly contract: Contract;
  /** The alert to edit, or what a new one follows. */
  readonly of: { readonly alert: PriceAlert } | { readonly subject: AlertSubject };
  readonly onDone: () => void;
}

export function FollowingForm({ actor, contract, of, onDone }: FollowingFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { priceOf, subjectText } = useAlertText();
  const { isBusy, refusal, submit } = useSubmission();
  const { code, decimalFormat: grid } = contract;
  const alert = 'alert' in of ? of.alert : null;
  const what = 'alert' in of ? priceOf(of.alert) : subjectText(code, of.subject);
  // The notice says the price; the note, until it is written over, says of what.
  const [options, setOptions] = useState({ isRepeating: alert?.isRepeating ?? false, note: alert?.note ?? what });
  const isLine = ('alert' in of ? of.alert : of.subject).follows?.kind !== 'average';
  const Icon = isLine ? ChartLine : ChartSpline;

  const save = async () => {
    if (isBusy) return;
    const terms = { isRepeating: options.isRepeating, note: options.note.trim() };
    const refused = await submit(() => {
      if ('subject' in of) return createAlert(client, actor, { contractCode: code, ...of.subject, ...terms });
      return changeAlert(client, actor, { alertId: of.alert.alertId, ...terms });
    });
    if (!refused) onDone();
  };

  return (
    <AlertFrame
      {...{ alert, options, isBusy }}
      onOptions={setOptions}
      refusal={refusal && writtenError({ t, format, grid }, refusal)}
      onSave={() => void save()}
      onCancel={onDone}
    >
      <div className="grid gap-1 rounded-md border border-border bg-surface-2 px-3 py-2" data-testid="alert-follows">
        <p className="flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 shrink-0 text-primary-text" />
          <span className="min-w-0 tabular-nums">
            {code} · {what}
          </span>
        </p>
        <p className="text-12 text-fg-2">{t(($) => (isLine ? $.alerts.followsLine : $.alerts.followsAverage))}</p>
      </div>
    </AlertFrame>
  );
}
