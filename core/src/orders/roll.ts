/** The terms of a roll (record 177), and the name of its second order. */

/** The far month of a roll. */
export interface RollTarget {
  readonly contractCode: string;
  /** A limit order for the trade date at this price; omitted: at market. */
  readonly limitPrice?: string;
}

/** The order that opens the far month, by the one that closes the near one. */
export function openingIdOf(closingId: string): string {
  return `${closingId}-r`;
}
