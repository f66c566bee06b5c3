/** What is chosen and typed in the form of a follow, what is wrong with it, and as it is sent. No React inside. */
import type { followStrategy } from '@mua/contract/http/copy-trading';
import type { BodyOf } from '@mua/contract/route';
import { readTypedVnd, type Vnd } from '@mua/core/values';
import { readTypedRatio, USUAL_RATIOS } from '#pages/copy-trade/follow/copy-ratio.ts';

export interface FollowDraft {
  readonly accountId: string | null;
  /** One of the usual ratios, or one that is typed. */
  readonly ratio: (typeof USUAL_RATIOS)[number] | 'other';
  readonly typedRatio: string;
  readonly typedLoss: string;
  readonly copiesOpenPositions: boolean;
}

export type FollowField = 'account' | 'ratio' | 'loss';
export type FollowFault = 'account' | 'ratio' | 'loss' | 'lossTooLarge';
export type FollowBody = Omit<BodyOf<typeof followStrategy>, 'clientRequestId'>;

export function ratioOf({ ratio, typedRatio }: FollowDraft): string | undefined {
  return ratio === 'other' ? readTypedRatio(typedRatio) : ratio;
}

/** Takes a ratio that was worked out: one of the usual ones as its button. */
export function withRatio(draft: FollowDraft, ratio: string, typedRatio: string): FollowDraft {
  const usual = USUAL_RATIOS.find((one) => Number(one) === Number(ratio));
  return usual ? { ...draft, ratio: usual } : { ...draft, ratio: 'other', typedRatio };
}

export function followFaults(
  draft: FollowDraft,
  equityVnd: Vnd | undefined,
): Readonly<Partial<Record<FollowField, FollowFault>>> {
  const lossVnd = readTypedVnd(draft.typedLoss);
  const isTooLarge = lossVnd !== undefined && equityVnd !== undefined && lossVnd > equityVnd;
  return {
    ...(draft.accountId === null && { account: 'account' }),
    ...(ratioOf(draft) === undefined && { ratio: 'ratio' }),
    ...(lossVnd === undefined || lossVnd === 0n ? { loss: 'loss' } : isTooLarge && { loss: 'lossTooLarge' }),
  };
}

/** Undefined while something is wrong. */
export function followBody(draft: FollowDraft, equityVnd: Vnd | undefined): FollowBody | undefined {
  const ratio = ratioOf(draft);
  const lossVnd = readTypedVnd(draft.typedLoss);
  if (Object.keys(followFaults(draft, equityVnd)).length > 0) return undefined;
  if (draft.accountId === null || ratio === undefined || lossVnd === undefined) return undefined;
  const { accountId, copiesOpenPositions } = draft;
  return { accountId, copyRatio: ratio, maxLoss: lossVnd.toString(), copiesOpenPositions };
}

/** A tenth of the money, in whole millions where it has some. */
export function usualLossVnd(equityVnd: Vnd): Vnd {
  const tenth = equityVnd / 10n;
  const millions = (tenth / 1_000_000n) * 1_000_000n;
  return millions > 0n ? millions : tenth;
}

const FIELD_OF: Readonly<Record<string, FollowField>> = {
  InvestorTradingAccountNotAllowed: 'account',
  DemoLiveMismatch: 'account',
  SubAccountLeads: 'account',
  SubAccountFollows: 'account',
  SubAccountInUse: 'account',
  FollowAmountTooSmall: 'account',
  CopyFeeTooDear: 'account',
};

/** At which field a refusal stands; undefined for one of the whole form. */
export function fieldOfRefusal(code: string): FollowField | undefined {
  return FIELD_OF[code];
}
