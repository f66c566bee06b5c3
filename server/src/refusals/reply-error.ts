/** A failure with a code of the catalogue: thrown anywhere below a route, answered by error-reply.ts. */
import type { Facts, FactsOf, ReplyCode } from '@mua/contract/errors';

export class ReplyError extends Error {
  readonly code: ReplyCode;
  readonly facts: Facts;
  /** Journal position of the refused command, if one was made. */
  readonly seq: number | null;

  constructor(code: ReplyCode, facts: Facts, seq: number | null = null) {
    super(code);
    this.code = code;
    this.facts = facts;
    this.seq = seq;
  }
}

/** No answer came in time: what was asked for may have been done, or will be. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ReplyError && error.code === 'RpcTimeoutError';
}

/** Facts that only the reply knows (requestId) are added there. */
export function replyError<C extends ReplyCode>(code: C, facts: Omit<FactsOf<C>, 'requestId'>): ReplyError {
  return new ReplyError(code, { ...facts });
}
