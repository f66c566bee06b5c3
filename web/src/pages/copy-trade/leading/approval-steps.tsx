/** The way of a strategy: published, decided on, running, ended; with the reason of the last verdict. */
import { DEMO_REASON } from '@mua/contract/demo-policies';
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import { Check, Clock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';

export function ApprovalSteps({ strategy }: { readonly strategy: OwnStrategy }) {
  const { t } = useTranslation();
  const { approval, state, reason, createdDate, startedDate, endedDate } = strategy;
  const title = t(($) => $.leading.steps.title);
  return (
    <Card aria-label={title} className="grid content-start gap-3.5 max-md:p-4" data-testid="approval-steps">
      <h2 className="text-14">{title}</h2>
      <ol className="grid">
        <Step mark="done" name={t(($) => $.leading.steps.published)} time={createdDate} />
        {approval === 'PENDING' && state !== 'ENDED' && (
          <Step mark="now" name={t(($) => $.leading.approval.PENDING)} detail={t(($) => $.leading.steps.waiting)} />
        )}
        {approval === 'APPROVED' && (
          <Step
            mark="done"
            name={t(($) => $.leading.approval.APPROVED)}
            detail={reason === DEMO_REASON ? t(($) => $.leading.steps.byPolicy) : reason}
          />
        )}
        {approval === 'REJECTED' && (
          <Step
            mark="bad"
            name={t(($) => $.leading.approval.REJECTED)}
            detail={[reason, t(($) => $.leading.steps.rejected)].filter(Boolean).join('. ')}
          />
        )}
        <Step
          mark={startedDate ? 'done' : approval === 'APPROVED' && state === 'NOT_STARTED' ? 'now' : 'toCome'}
          name={t(($) => (startedDate ? $.leading.steps.ran : $.leading.run))}
          time={startedDate}
          detail={startedDate ? undefined : t(($) => $.leading.steps.runHint)}
        />
        {endedDate && <Step mark="done" name={t(($) => $.strategies.state.ENDED)} time={endedDate} />}
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly mark: 'done' | 'now' | 'bad' | 'toCome';
  readonly name: string;
  readonly time?: string | null;
  readonly detail?: string | null | undefined;
}

const ICONS = { done: Check, now: Clock, bad: X, toCome: Clock };
const LOOKS = {
  done: 'bg-success-soft text-success',
  now: 'bg-primary-soft text-primary-text',
  bad: 'bg-danger-soft text-danger',
  toCome: 'bg-surface-3 text-fg-3',
};

function Step({ mark, name, time = null, detail }: StepProps) {
  const format = useFormat();
  const Icon = ICONS[mark];
  return (
    <li
      aria-current={mark === 'now' ? 'step' : undefined}
      className="group relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2.5 pb-3.5 last:pb-0"
    >
      <span aria-hidden className="absolute top-5 bottom-0 left-2.25 w-0.5 bg-border-strong group-last:hidden" />
      <span aria-hidden className={cn('grid size-5 place-items-center rounded-full', LOOKS[mark])}>
        <Icon className="size-3" />
      </span>
      <span className={cn('font-medium', mark === 'toCome' && 'text-fg-2')}>{name}</span>
      {time !== null && <time className="text-12 text-fg-3 tabular-nums">{format.dateTime(time)}</time>}
      {detail && <span className="col-start-2 col-end-4 break-words text-12 text-fg-2">{detail}</span>}
    </li>
  );
}
