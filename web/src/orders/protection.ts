/** The exit pair that protects a position, as an order to be written: on the side that closes it, for all its lots. */
import { type Lots, oppositeSide, type Side } from '@mua/core/values';
import type { DraftOrder } from '#orders/ticket-draft.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ProtectedPosition {
  readonly contractCode: string;
  readonly owner: AccountActor;
  /** Of the position. */
  readonly side: Side;
  readonly lots: Lots;
}

export function protectionOf({ side, ...position }: ProtectedPosition): DraftOrder {
  // A position must not lose its protection overnight.
  return { ...position, side: oppositeSide(side), orderType: 'TPSL', duration: 'GTC' };
}
