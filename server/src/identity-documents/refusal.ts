/** Defines this room's refusals: a code of the catalogue with its facts, and a reason for the logs. */

export type RefusalReason =
  | 'NOT_A_PICTURE'
  | 'TOO_MANY_BYTES'
  | 'TOO_MANY_PIXELS'
  | 'BROKEN'
  /** Decoding would take more time or memory than a picture is allowed. */
  | 'TOO_COSTLY'
  /** Others are waiting already, and the wait would be too long. */
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
