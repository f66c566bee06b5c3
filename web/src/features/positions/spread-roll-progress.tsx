/** Tells what became of a roll by one order in the spread, in words, until it has ended. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
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
import { useOrderIn } from '#features/positions/order-in.ts';
import { spreadRollOutcome } from '#features/positions/roll.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface SpreadRollProgressProps {
  readonly actor: AccountActor;
  /** As the server answered. */
  readonly order: Order;
  readonly near: Contract;
  readonly far: Contract;
  readonly onClose: () => void;
}

export function SpreadRollProgress({ actor, order: sent, near, far, onClose }: SpreadRollProgressProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const order = useOrderIn(actor, sent.contractCode, sent.orderId) ?? sent;
  const outcome = spreadRollOutcome(order);
  const grid = near.decimalFormat;
  const told = order.rejection ?? order.reason;
  const words = {
    near: near.code,
    far: far.code,
    rolled: lotsText({ t, format }, order.filledQuantity),
    lots: lotsText({ t, format }, order.quantity),
    price: wirePrice(format, order.limitPrice, grid),
    average: wirePrice(format, order.averagePrice, grid),
    reason: told ? writtenError({ t, format, grid }, told) : t(($) => $.ticketMore.roll.noReason),
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent data-testid="roll-progress" data-outcome={outcome}>
        <DialogTitle>{t(($) => $.ticketMore.roll.title, words)}</DialogTitle>
        <DialogDescription role="status">{t(($) => $.ticketMore.roll.spreadOutcome[outcome], words)}</DialogDescription>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">{t(($) => $.shell.action.close)}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
