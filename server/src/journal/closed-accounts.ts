/** Sub-accounts that are being deleted, or are: nothing may come into them any more. */
import type { CommandBody } from '@mua/core/engine';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

export interface ClosedAccounts {
  /** Returns how to open them again. */
  close(accountIds: readonly string[]): () => void;
  refusal(body: CommandBody): ReplyError | undefined;
}

export function createClosedAccounts(): ClosedAccounts {
  const closed = new Set<string>();
  return {
    close(accountIds) {
      for (const accountId of accountIds) closed.add(accountId);
      return () => {
        for (const accountId of accountIds) closed.delete(accountId);
      };
    },
    refusal(body) {
      return isOpening(body) && closed.has(body.accountId) ? replyError('InvestorDeleted', {}) : undefined;
    },
  };
}

const OPENING = ['deposit', 'placeOrder', 'placeGroup', 'holdWithdrawal'] as const;
type OpeningCommand = Extract<CommandBody, { readonly kind: (typeof OPENING)[number] }>;

function isOpening(body: CommandBody): body is OpeningCommand {
  return OPENING.some((kind) => kind === body.kind);
}
