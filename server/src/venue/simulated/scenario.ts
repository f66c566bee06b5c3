/**
 * Scripted scenarios of the simulated exchange: what happens to one contract, and when. Price, withdrawal, halt and
 * silence are pure functions of (scenario, time) over the fair price, so the same seed and clock give the same market,
 * and a reopened market continues the script. The fair price itself is not affected (docs/rules/market.md#scenarios);
 * record 80 has the decisions.
 */
import type { ScenarioName } from '@mua/contract/http/operator';
import type { DailyLimits } from '@mua/core/exchange';
import { MINUTE_MS, type Ticks } from '@mua/core/values';
import type { Scenario } from '#venue/port/scenario.ts';

/** Effects at an instant besides the price. */
export interface Stage {
  /** Makers and takers have left. */
  readonly isEmpty: boolean;
  readonly isHalted: boolean;
  /** Orders work, but quotes and trades are not published. */
  readonly isSilent: boolean;
  /** The news brings takers. */
  readonly isBusy: boolean;
  /** The daily limits: the commodity's own, invented if it has none, or none at all. */
  readonly limits: 'ruled' | 'always' | 'never';
}

/** Inputs of a target price. All in ticks. */
export interface Aim {
  readonly fairTicks: Ticks;
  readonly limits: DailyLimits | null;
  /** Distance beyond the limit at which no maker sells within it. */
  readonly lockTicks: Ticks;
  /** Ticks in one unit of the price. */
  readonly ticksAUnit: number;
}

/** The price leaves the fair one in `steps` (0: evenly) over `leadMs`, stays for `holdMs`, and returns. */
interface Plot {
  readonly leadMs: number;
  readonly holdMs: number;
  readonly returnMs: number;
  readonly steps: number;
  readonly target: (aim: Aim) => number;
  readonly stage: Stage;
}

/** Before, after and without a scenario. */
export const NORMAL: Stage = { isEmpty: false, isHalted: false, isSilent: false, isBusy: false, limits: 'ruled' };

/** Within every daily limit and the broker's price band, so that trading continues. */
const GAP = 0.03;
/** Share of the settlement, if a commodity has no daily limit: the broker's price band. */
const INVENTED_LIMIT = 0.07;
/** Settlement of WTI for May on 2020-04-20. */
const CRUDE_2020 = -37.63;

const fair = ({ fairTicks }: Aim): number => fairTicks;
const quiet = { leadMs: 0, returnMs: 0, steps: 0, target: fair };

const PLOTS: Readonly<Record<ScenarioName, Plot>> = {
  gap: {
    leadMs: 0,
    holdMs: 10 * MINUTE_MS,
    returnMs: 5 * MINUTE_MS,
    steps: 0,
    target: ({ fairTicks }) => fairTicks * (1 + GAP),
    stage: { ...NORMAL, isBusy: true },
  },
  'limit-move': {
    leadMs: MINUTE_MS,
    holdMs: 3 * MINUTE_MS,
    returnMs: MINUTE_MS,
    steps: 0,
    target: ({ fairTicks, limits, lockTicks }) => (limits ? limits.highestTicks + lockTicks : fairTicks),
    stage: { ...NORMAL, isBusy: true, limits: 'always' },
  },
  'empty-book': { ...quiet, holdMs: 2 * MINUTE_MS, stage: { ...NORMAL, isEmpty: true } },
  halt: { ...quiet, holdMs: 3 * MINUTE_MS, stage: { ...NORMAL, isHalted: true } },
  'feed-stall': { ...quiet, holdMs: MINUTE_MS, stage: { ...NORMAL, isSilent: true } },
  'negative-price': {
    leadMs: 2 * MINUTE_MS,
    holdMs: 3 * MINUTE_MS,
    returnMs: 2 * MINUTE_MS,
    steps: 8,
    // Never further below zero than it was above, or contracts at low prices would move by ten times their price.
    target: ({ fairTicks, ticksAUnit }) => Math.max(CRUDE_2020 * ticksAUnit, -fairTicks),
    stage: { ...NORMAL, isBusy: true, limits: 'never' },
  },
};

export function endsMs({ name, beginsMs }: Scenario): number {
  const { leadMs, holdMs, returnMs } = PLOTS[name];
  return beginsMs + leadMs + holdMs + returnMs;
}

export function stageAt(scenario: Scenario | null, timeMs: number): Stage {
  if (!scenario || timeMs < scenario.beginsMs || timeMs >= endsMs(scenario)) return NORMAL;
  return PLOTS[scenario.name].stage;
}

/** The price by which makers and takers act, in ticks. */
export function scriptedTicks(scenario: Scenario, timeMs: number, aim: Aim): Ticks {
  const share = shareAt(scenario, timeMs);
  if (share === 0) return aim.fairTicks;
  return aim.fairTicks + share * (PLOTS[scenario.name].target(aim) - aim.fairTicks);
}

/** The daily limits in force at a stage, given the commodity's own. */
export function scriptedLimits(
  { limits }: Stage,
  ruled: DailyLimits | null,
  settlementTicks: Ticks | null,
): DailyLimits | null {
  if (limits === 'never') return null;
  if (limits === 'ruled' || ruled || settlementTicks === null) return ruled;
  const distance = Math.floor(Math.abs(settlementTicks) * INVENTED_LIMIT);
  return { lowestTicks: settlementTicks - distance, highestTicks: settlementTicks + distance };
}

/** The share of the way to its target that the price has moved: 0 to 1. */
function shareAt(scenario: Scenario, timeMs: number): number {
  const { leadMs, holdMs, returnMs, steps } = PLOTS[scenario.name];
  const elapsedMs = timeMs - scenario.beginsMs;
  const leftMs = endsMs(scenario) - timeMs;
  if (elapsedMs < 0 || leftMs <= 0) return 0;
  if (elapsedMs < leadMs) return inSteps(elapsedMs / leadMs, steps);
  return elapsedMs < leadMs + holdMs ? 1 : inSteps(leftMs / returnMs, steps);
}

function inSteps(share: number, steps: number): number {
  return steps === 0 ? share : Math.floor(share * steps) / steps;
}
