/** Says how this room refuses: a code of the catalogue with its numbers, and why, for whoever keeps the logs. */

export type RefusalReason =
  | 'NOT_A_PICTURE'
  | 'TOO_MANY_BYTES'
  | 'TOO_MANY_PIXELS'
  | 'BROKEN'
  /** Decoding it would have taken more time or memory than a picture is worth. */
  | 'TOO_COSTLY'
  /** Others are before it, and the wait would be longer than anybody's patience. */
  | 'BUSY';

export type Refusal =
  | { readonly refused: 'InvalidType'; readonly reason: RefusalReason; readonly allowed: string }
  | { readonly refused: 'maxSizeFileUpload'; readonly reason: RefusalReason; readonly max: number }
  | { readonly refused: 'TooManyRequests'; readonly reason: RefusalReason; readonly seconds: number };

export function invalidType(reason: RefusalReason): Refusal {
  return { refused: 'InvalidType', reason, allowed: 'JPEG, PNG' };
}

export function busy(seconds: number): Refusal {
  return { refused: 'TooManyRequests', reason: 'BUSY', seconds };
}

export function isRefusal(answer: object): answer is Refusal {
  return 'refused' in answer;
}
