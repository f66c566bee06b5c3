/**
 * Shows how far the account is from the margin levels: its ratio on a bar, and each level with its consequence and how
 * much equity may fall until then, at current prices.
 */
import type { MarginLevels, MarginState } from '@mua/contract/entities/margin';
import { formatDecimal } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import type { LiveAccount } from '#accounts/live-accounts.ts';
import { cn } from '#design/class-names.ts';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import {
  EVEN_PERCENT,
  GAUGE_PERCENT,
  gaugePlace,
  type MarginLevelStep,
  marginLevelSteps,
  type StepName,
} from '#features/margin-gauge/margin-level-steps.ts';
import { useFormat } from '#i18n/use-format.ts';

export function MarginGauge({ account }: { account: LiveAccount }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, requiredVnd, ratioBasisPoints } = account;
  const { ladder } = status;
  return (
    <div data-testid="margin-gauge">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-14">{t(($) => $.words.margin.marginRatio)}</h2>
        <MarginLevelBadge ladder={ladder} isIdle={ratioBasisPoints === null} />
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
        <span className="font-semibold text-28" data-testid="margin-ratio">
          {format.ratio(ratioBasisPoints === null ? null : formatDecimal(ratioBasisPoints, 2))}
        </span>
        <span className="text-12 text-fg-3">
          {ratioBasisPoints === null
            ? t(($) => $.property.noRatio)
            : t(($) => $.property.ratioOf, { required: format.vndSummary(requiredVnd) })}
        </span>
      </p>
      {ladder ? (
        <>
          <Bar levels={ladder.levels} ratioBasisPoints={ratioBasisPoints} />
          <Steps steps={marginLevelSteps(account, ladder.levels)} levels={ladder.levels} />
        </>
      ) : (
        <p className="mt-3 text-12 text-fg-3">{t(($) => $.property.noLadder)}</p>
      )}
    </div>
  );
}

const LEVEL_TONES: Record<MarginState['rung'] | 'IDLE', BadgeTone> = {
  IDLE: 'plain',
  NONE: 'success',
  CALL: 'warning',
  CANCEL: 'warning',
  COUNTDOWN: 'danger',
  LIQUIDATION: 'danger',
};

/** Follows the system's view: a countdown continues above its own level, and so does a liquidation. */
function MarginLevelBadge({ ladder, isIdle }: { ladder: MarginState | null; isIdle: boolean }) {
  const { t } = useTranslation();
  if (ladder === null) return null;
  const level = ladder.isLiquidating ? 'LIQUIDATION' : ladder.deadline !== null ? 'COUNTDOWN' : ladder.rung;
  const shown = level === 'NONE' && isIdle ? 'IDLE' : level;
  return <Badge tone={LEVEL_TONES[shown]}>{t(($) => $.property.rung[shown])}</Badge>;
}

const STEP_BARS: Record<StepName, string> = {
  liquidation: 'bg-danger',
  countdown: 'bg-danger/60',
  cancel: 'bg-warning',
  call: 'bg-warning/55',
};
const STEP_TEXT: Record<StepName, string> = {
  liquidation: 'text-danger',
  countdown: 'text-danger',
  cancel: 'text-warning',
  call: 'text-warning',
};

interface BarProps {
  readonly levels: MarginLevels;
  readonly ratioBasisPoints: bigint | null;
}

/** Illustrates the figure above it. */
function Bar({ levels, ratioBasisPoints }: BarProps) {
  const bounds = [0, levels.liquidation, levels.countdown, levels.cancel, levels.call];
  const names = ['liquidation', 'countdown', 'cancel', 'call'] as const;
  return (
    <div aria-hidden className="mt-3 mb-3">
      <div className="relative flex h-2.5 gap-0.5 *:first:rounded-l-full *:last:rounded-r-full">
        {names.map((name, index) => (
          <span
            key={name}
            className={STEP_BARS[name]}
            style={{ width: `${placeOf(bounds[index + 1] ?? 0) - placeOf(bounds[index] ?? 0)}%` }}
          />
        ))}
        <span className="flex-1 bg-surface-4" />
        {ratioBasisPoints !== null && (
          <span
            className="absolute -inset-y-1.25 w-1 -translate-x-1/2 rounded-full bg-foreground ring-2 ring-surface"
            style={{ left: `${gaugePlace(ratioBasisPoints)}%` }}
          />
        )}
      </div>
      <div className="relative mt-1.5 h-4 text-11 text-fg-3 tabular-nums">
        {[...bounds.slice(2), EVEN_PERCENT].map((percent) => (
          <span key={percent} className="-translate-x-1/2 absolute" style={{ left: `${placeOf(percent)}%` }}>
            {percent}
          </span>
        ))}
        <span className="absolute left-0">0</span>
        <span className="absolute right-0">{GAUGE_PERCENT}%</span>
      </div>
    </div>
  );
}

/** Position of a level, given in whole percent. */
function placeOf(percent: number): number {
  return gaugePlace(BigInt(percent * 100));
}

function Steps({ steps, levels }: { steps: readonly MarginLevelStep[]; levels: MarginLevels }) {
  const { t } = useTranslation();
  const format = useFormat();
  const percent = (value: number) => format.ratio(String(value), 0);
  const hints = { lift: percent(levels.lift), target: percent(levels.target) };
  return (
    <table className="w-full text-12 tabular-nums [&_td]:border-border [&_td]:border-t [&_td]:py-1.5 [&_td]:align-top">
      <caption className="sr-only">{t(($) => $.property.levels)}</caption>
      <thead>
        <tr className="text-11 text-fg-3 [&_th]:pb-1.5 [&_th]:font-normal">
          <th className="w-12 text-left">{t(($) => $.property.level)}</th>
          <th className="text-left">{t(($) => $.property.whatHappens)}</th>
          <th className="text-right">{t(($) => $.property.fallsBy)}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.name} data-testid={`ladder-${step.name}`}>
            <td className={cn('font-semibold', STEP_TEXT[step.name])}>{percent(step.percent)}</td>
            <td className="pr-2">
              <span className="block font-medium">{t(($) => $.property.step[step.name])}</span>
              <span className="block text-fg-3">{t(($) => $.property.stepHint[step.name], hints)}</span>
            </td>
            <td className="whitespace-nowrap text-right">
              <Room step={step} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Room({ step: { roomVnd, thresholdVnd, isReached } }: { step: MarginLevelStep }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (roomVnd === null) return <span className="text-fg-3">{format.vnd(null)}</span>;
  if (isReached) {
    return (
      <>
        <span className="block font-medium text-danger">{t(($) => $.property.reached)}</span>
        <span className="block text-fg-3">{t(($) => $.property.short, { amount: format.vnd(-roomVnd) })}</span>
      </>
    );
  }
  return (
    <>
      <span className="block font-medium">{format.vnd(-roomVnd)}</span>
      <span className="block text-fg-3">{t(($) => $.property.left, { amount: format.vnd(thresholdVnd) })}</span>
    </>
  );
}
