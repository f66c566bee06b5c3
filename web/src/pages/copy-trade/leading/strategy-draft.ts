/**
 * A strategy as its leader types it, what is wrong with it, and as it is sent. The contract's own schema decides; the
 * faults only say which words stand at a field. No React inside.
 */
import { type OwnStrategy, type StrategyForm, strategyForm } from '@mua/contract/entities/strategy';
import { FEE_PERIODS, type FeePeriod, formatDecimal, readTypedDecimal, readTypedVnd } from '@mua/core/values';
import { z } from 'zod';
import { readKept, writeKept } from '#session/kept-value.ts';

export interface StrategyDraft {
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly maxFollowers: string;
  readonly copyFee: string;
  readonly paymentPeriod: FeePeriod;
  readonly performanceFeeRate: string;
  readonly minFollowAmount: string;
  readonly slippageTolerance: string;
}

export type StrategyField = keyof StrategyDraft;

/** The words under a field; null where they are right. */
export type StrategyFault = Exclude<StrategyField, 'paymentPeriod'> | 'words';

export const NAME_MOST = 60;
export const DESCRIPTION_MOST = 2_000;
/** In percent. */
export const RATE_MOST = 50;

export const EMPTY_STRATEGY: StrategyDraft = {
  ...{ accountId: '', name: '', description: '', maxFollowers: '50', copyFee: '0', paymentPeriod: 'MONTHLY' },
  ...{ performanceFeeRate: '10', minFollowAmount: '', slippageTolerance: '3' },
};

/** `money` writes sums as they are typed. */
export function draftOf(
  strategy: OwnStrategy,
  money: (vnd: string) => string,
  plain: (text: string) => string,
): StrategyDraft {
  const { accountId, name, description, paymentPeriod, performanceFeeRate } = strategy;
  return {
    ...{ accountId, name, description, paymentPeriod },
    maxFollowers: String(strategy.maxFollowers),
    copyFee: money(strategy.copyFee),
    performanceFeeRate: plain(performanceFeeRate),
    minFollowAmount: money(strategy.minFollowAmount),
    slippageTolerance: String(strategy.slippageTolerance),
  };
}

/** A description is one line on the wire: breaks of a pasted text become spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');
}

const { shape } = strategyForm;

export function strategyFaults(draft: StrategyDraft): Readonly<Partial<Record<StrategyField, StrategyFault>>> {
  const form = formOf(draft);
  const isRight = (name: keyof StrategyForm) => shape[name].safeParse(form[name]).success;
  const faults: Partial<Record<StrategyField, StrategyFault | null>> = {
    accountId: draft.accountId === '' ? 'accountId' : null,
    name: isRight('name') ? null : draft.name.trim().length < 3 ? 'name' : 'words',
    description: isRight('description') ? null : draft.description.trim() === '' ? 'description' : 'words',
    ...Object.fromEntries(NUMBERS.map((name) => [name, isRight(name) ? null : name])),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

const NUMBERS = ['maxFollowers', 'copyFee', 'performanceFeeRate', 'minFollowAmount', 'slippageTolerance'] as const;

function formOf(draft: StrategyDraft) {
  return {
    name: draft.name,
    description: oneLine(draft.description),
    maxFollowers: readCount(draft.maxFollowers),
    copyFee: readTypedVnd(draft.copyFee)?.toString(),
    paymentPeriod: draft.paymentPeriod,
    performanceFeeRate: readPercent(draft.performanceFeeRate),
    minFollowAmount: readTypedVnd(draft.minFollowAmount)?.toString(),
    slippageTolerance: readCount(draft.slippageTolerance),
  };
}

/** As the hints write it: `10.000`. */
function readCount(typed: string): number | undefined {
  const whole = readTypedVnd(typed);
  return whole === undefined ? undefined : Number(whole);
}

/** In wire form; undefined where it is none. */
export function readPercent(typed: string): string | undefined {
  const decimal = readTypedDecimal(typed.replace(/\s*%$/, ''));
  return decimal && formatDecimal(decimal.units, decimal.scale);
}

/** From what is typed to what is sent, the sub-account aside. */
export const strategySchema = z
  .custom<StrategyDraft>()
  .transform((draft, { addIssue }) => {
    for (const [field, fault] of Object.entries(strategyFaults(draft)))
      addIssue({ code: 'custom', path: [field], message: fault });
    return formOf(draft);
  })
  .pipe(strategyForm);

const keyOf = (userId: string, strategyId: string | null) => `strategy-draft ${userId} ${strategyId ?? 'new'}`;

const keptDraft = z.object({
  ...{ accountId: z.string(), name: z.string(), description: z.string(), maxFollowers: z.string() },
  ...{ copyFee: z.string(), paymentPeriod: z.enum(FEE_PERIODS), performanceFeeRate: z.string() },
  ...{ minFollowAmount: z.string(), slippageTolerance: z.string() },
});

/** Null without one, or where another version of the page has kept it. */
export function readKeptDraft(userId: string, strategyId: string | null): StrategyDraft | null {
  const text = readKept(keyOf(userId, strategyId));
  if (text === null) return null;
  try {
    return keptDraft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepDraft(userId: string, strategyId: string | null, draft: StrategyDraft | null): void {
  writeKept(keyOf(userId, strategyId), draft === null ? '' : JSON.stringify(draft));
}
