/** Tells what became of a roll, in words, until both of its orders have ended. */

import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { openingIdOf } from '@mua/core/preview/roll';
import { FINAL_STATUSES } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '#design/ui/dialogs/dialog.tsx';
import { useOrderIn, useReadAnew } from '#features/positions/order-in.ts';
import { rollOutcome } from '#features/positions/roll.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface RollProgressProps {
  readonly actor: AccountActor;
  /** As the server answered. */
  readonly closing: Order;
  readonly near: Contract;
  readonly far: Contract;
  readonly onClose: () => void;
}

export function RollProgress({ actor, closing: sent, near, far, onClose }: RollProgressProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const closing = useOrderIn(actor, near.code, sent.orderId) ?? sent;
  const opened = useOrderIn(actor, far.code, openingIdOf(sent.orderId));
  // The order that opens begins in the step that ends the one that closes.
  const isReadAnew = useReadAnew(actor, far.code, FINAL_STATUSES.has(closing.status) && !opened);
  const opening = opened ?? (isReadAnew ? null : undefined);
  const grid = near.decimalFormat;
  const outcome = rollOutcome(closing, opening);
  const why = (order: Order | undefined | null) => {
    const told = order?.rejection ?? order?.reason;
    return told ? writtenError({ t, format, grid }, told) : t(($) => $.ticketMore.roll.noReason);
  };
  const words = {
    near: near.code,
    far: far.code,
    lots: lotsText({ t, format }, outcome === 'closing' ? closing.quantity : closing.filledQuantity),
    opened: lotsText({ t, format }, opening?.filledQuantity ?? 0),
    nearPrice: wirePrice(format, closing.averagePrice, grid),
    farPrice: wirePrice(format, opening?.averagePrice ?? null, grid),
    limit: wirePrice(format, opening?.limitPrice ?? null, grid),
    reason: outcome === 'notClosed' ? why(closing) : why(opening),
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent data-testid="roll-progress" data-outcome={outcome}>
        <DialogTitle>{t(($) => $.ticketMore.roll.title, words)}</DialogTitle>
        <DialogDescription role="status">{t(($) => $.ticketMore.roll.outcome[outcome], words)}</DialogDescription>
        {closing.filledQuantity > 0 && closing.filledQuantity < sent.quantity && outcome !== 'closing' && (
          <p className="text-12 text-warning">
            {t(($) => $.ticketMore.roll.left, {
              near: near.code,
              lots: lotsText({ t, format }, sent.quantity - closing.filledQuantity),
            })}
          </p>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">{t(($) => $.shell.action.close)}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
