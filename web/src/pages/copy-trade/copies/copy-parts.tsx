/** How a copy stands: its state, how far it is from its loss limit, and why it ended. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { CopyState, Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { useFormat } from '#i18n/use-format.ts';

const TONES: Readonly<Record<CopyState, BadgeTone>> = {
  ACTIVE: 'success',
  PAUSED: 'warning',
  CLOSING: 'warning',
  CLOSED: 'plain',
};

export function CopyStateBadge({ state }: Pick<OwnCopy, 'state'>) {
  const { t } = useTranslation();
  return (
    <Badge tone={TONES[state]} data-testid="copy-state" data-state={state}>
      {state === 'ACTIVE' && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {t(($) => $.copies.state[state])}
    </Badge>
  );
}

export interface LossMeterProps {
  readonly copy: OwnCopy;
  /** Of the copy's sub-account; undefined while it is not known. */
  readonly equityVnd: Vnd | undefined;
}

/** The part of the loss limit that is used, and what is left of it. */
export function LossMeter({ copy: { funds, maxLoss }, equityVnd }: LossMeterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const limit = BigInt(maxLoss);
  const lost = equityVnd === undefined ? 0n : BigInt(funds) - equityVnd;
  const used = lost > 0n ? lost : 0n;
  const left = limit > used ? limit - used : 0n;
  const percent = limit === 0n ? 100 : Number((used * 1_000n) / limit) / 10;
  const tone = percent >= 80 ? 'bg-danger' : percent >= 50 ? 'bg-warning' : 'bg-primary-text';
  const text =
    equityVnd === undefined ? format.vnd(undefined) : t(($) => $.copies.lossLeft, { left: format.vnd(left) });
  return (
    <div className="grid gap-1 tabular-nums" data-testid="loss-meter">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-12">
        <span className="text-fg-2">{t(($) => $.copies.maxLoss, { loss: format.vnd(maxLoss) })}</span>
        <span className={cn('font-medium', percent >= 80 && 'text-danger')}>{text}</span>
      </div>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface-4">
        <div className={cn('h-full rounded-full', tone)} style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
    </div>
  );
}

export function EndReason({ copy: { endReason } }: { readonly copy: Pick<OwnCopy, 'endReason'> }) {
  const { t } = useTranslation();
  return endReason && t(($) => $.copies.end[endReason]);
}
