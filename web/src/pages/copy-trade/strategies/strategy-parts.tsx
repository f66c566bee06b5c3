/** What a strategy is shown by in lists and heads: its leader, its trend with its days, and its state. */

import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import type { Running } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { directionOf } from '#design/ui/figures/figures.tsx';
import { Sparkline } from '#design/ui/figures/sparkline.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { daysText } from '#pages/copy-trade/copy-texts.ts';

/** `Trần Bảo Minh · LRC · KCE` */
export function LedBy({ strategy }: { readonly strategy: ShownStrategy }) {
  const { leaderName, figures } = strategy;
  return [leaderName, ...figures.commodities.slice(0, 3)].join(' · ');
}

const TONES: Readonly<Record<Running, BadgeTone>> = { NOT_STARTED: 'plain', ACTIVE: 'success', ENDED: 'plain' };

export function StateBadge({ state }: { readonly state: Running }) {
  const { t } = useTranslation();
  return (
    <Badge tone={TONES[state]} data-state={state}>
      {state === 'ACTIVE' && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {t(($) => $.strategies.state[state])}
    </Badge>
  );
}

/** A leader of the demo who trades by a rule: never to be taken for a person. */
export function SimulatedBadge({ strategy }: { readonly strategy: Pick<ShownStrategy, 'isSimulated'> }) {
  const { t } = useTranslation();
  return strategy.isSimulated ? <Badge>{t(($) => $.strategies.simulated)}</Badge> : null;
}

export interface TrendProps {
  readonly strategy: ShownStrategy;
  readonly width: number;
  readonly height: number;
  readonly className?: string;
}

/** With the days behind it: a line of three days looks like one of a year. */
export function Trend({ strategy, width, height, className }: TrendProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { trend, figures } = strategy;
  // What is written as 0,0 % is no rise and no fall.
  const isFlat = trend.every((percent) => format.return(percent).tone === 'plain');
  const values = [0, ...trend.map((percent) => (isFlat ? 0 : Number(percent)))];
  return (
    <span className={className}>
      {trend.length > 0 && (
        <Sparkline
          values={values}
          baseline={0}
          direction={directionOf(values.at(-1))}
          width={width}
          height={height}
          className="w-full"
        />
      )}
      <span className="block text-11 text-fg-3">{daysText({ t, format }, figures.days)}</span>
    </span>
  );
}

/** `41/60` */
export function FollowerCount({ strategy }: { readonly strategy: Pick<ShownStrategy, 'followers' | 'maxFollowers'> }) {
  const format = useFormat();
  return (
    <>
      {format.volume(strategy.followers)}
      <span className="text-fg-3">/{format.volume(strategy.maxFollowers)}</span>
    </>
  );
}
