/**
 * Closes every open position at once: one order for each, at market, after a confirmation that lists them. Each order
 * has its own result; refused ones stay in the dialog with their reason and are requested again with the next press.
 */
import type { Facts } from '@mua/contract/errors';
import { oppositeSide } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { closingFigures, sumKnown } from '#features/positions/closing-figures.ts';
import { ClosingSums } from '#features/positions/closing-sums.tsx';
import { positionSums } from '#features/positions/position-figures.ts';
import { type PositionRow, useOpenPositions } from '#features/positions/use-open-positions.ts';
import { useOrdersOf } from '#features/positions/use-orders-of.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { freshId } from '#session/fresh-id.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

/** A single position is closed in its own row. */
const LEAST = 2;

export function CloseAll({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const { rows } = useOpenPositions(actor, undefined);
  const [isAsked, setAsked] = useState(false);
  if (rows.length < LEAST && !isAsked) return null;
  return (
    <>
      <Button
        variant="ghost"
        className="h-6 px-2 text-12 text-danger max-md:h-11"
        data-testid="close-all"
        onClick={() => setAsked(true)}
      >
        {t(($) => $.positions.closeAll)}
      </Button>
      {isAsked && <CloseAllDialog actor={actor} rows={rows} onClose={() => setAsked(false)} />}
    </>
  );
}

interface CloseAllDialogProps {
  readonly actor: AccountActor;
  readonly rows: readonly PositionRow[];
  readonly onClose: () => void;
}

function CloseAllDialog({ actor, rows, onClose }: CloseAllDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const labelId = useId();
  const { open, refused, isSending, closeAll } = useClosing(actor, rows);
  const orders = useOrdersOf(
    actor,
    open.map(({ position }) => position.contractCode),
  );
  const [cancelsOrders, setCancelsOrders] = useState(true);
  const subscription = useSubscription(actor);
  const words = { positions: format.volume(open.length), count: open.length };
  const sums = positionSums(open.map(({ figures }) => figures));
  const profitVnd = sums.isProfitKnown ? sums.profitVnd : null;
  const parts = open.map(({ figures, contract, margin }) =>
    closingFigures(
      { side: figures.side, lots: figures.lots, profitVnd: null, clearsOrders: cancelsOrders },
      { terms: ownTerms(contract?.terms ?? null, subscription), margin },
    ),
  );
  const feeVnd = sumKnown(parts.map((part) => part.feeVnd));
  const confirm = async () => {
    if (await closeAll(cancelsOrders && orders > 0)) onClose();
  };
  return (
    <QuestionDialog
      title={t(($) => $.dialogs.closeAll.title, words)}
      body={t(($) => $.dialogs.closeAll.body)}
      account={useNamedAccount(actor.accountId)}
      facts={
        <>
          {open.map(({ position, figures }) => (
            <Fact key={position.contractCode} term={position.contractCode}>
              {t(($) => $.words.side[oppositeSide(figures.side)])} {format.volume(figures.lots)}
              <span className="text-fg-3"> · </span>
              <Profit amount={figures.profitVnd} />
            </Fact>
          ))}
          <Fact term={t(($) => $.words.position.estimatedProfit)}>
            <Profit amount={profitVnd} />
          </Fact>
          <ClosingSums
            actor={actor}
            figures={{
              feeVnd,
              resultVnd: profitVnd === null || feeVnd === null ? null : profitVnd - feeVnd,
              marginChangeVnd: sumKnown(parts.map(({ marginChangeVnd }) => marginChangeVnd)),
            }}
          />
        </>
      }
      confirm={{
        label: t(($) => $.dialogs.closeAll.button, words),
        busyLabel: t(($) => $.positions.sending),
        variant: 'sell',
        testId: 'confirm-close-all',
        isBusy: isSending,
        isDisabled: open.length === 0,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      {orders > 0 && (
        <label htmlFor={labelId} className="flex items-center gap-2 text-13">
          <Checkbox
            id={labelId}
            data-testid="close-all-orders"
            checked={cancelsOrders}
            onCheckedChange={(isOn) => setCancelsOrders(isOn === true)}
          />
          {t(($) => $.positions.cancelTheirs, { orders: format.volume(orders) })}
        </label>
      )}
      {refused.map(({ contractCode, code, facts }) => (
        <QuestionFault key={contractCode}>
          {t(($) => $.positions.refusedOf, {
            contract: contractCode,
            reason: code === null ? t(($) => $.ticket.absent) : writtenError({ t, format }, { code, facts }),
          })}
        </QuestionFault>
      ))}
    </QuestionDialog>
  );
}

interface NotTaken {
  readonly contractCode: string;
  /** Null when the order never arrived. */
  readonly code: string | null;
  readonly facts: Facts;
}

function useClosing(actor: AccountActor, rows: readonly PositionRow[]) {
  const client = useQueryClient();
  /** By contract: an order that never arrived is sent again under its id, a refused one becomes a new order. */
  const ids = useRef(new Map<string, string>());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly NotTaken[]>([]);
  const [isSending, setSending] = useState(false);
  // An accepted order is on its way; its row stays until it is filled.
  const open = rows.filter(({ position }) => !taken.has(position.contractCode));

  async function close({ position, figures }: PositionRow, goFlat: boolean): Promise<NotTaken | null> {
    const { contractCode } = position;
    const clientOrderId = ids.current.get(contractCode) ?? freshId();
    ids.current.set(contractCode, clientOrderId);
    const body = { contractCode, clientOrderId, ...(goFlat ? { goFlat } : {}) };
    const side = oppositeSide(figures.side);
    const fate = await sendOrder(client, { actor, request: { kind: 'liquidate', body, side, lots: figures.lots } });
    if (fate.kind === 'taken') return null;
    if (fate.kind !== 'refused') return { contractCode, code: null, facts: {} };
    ids.current.delete(contractCode);
    return { contractCode, code: fate.code, facts: fate.facts };
  }

  /** True when every order was accepted. */
  async function closeAll(goFlat: boolean): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    setRefused([]);
    const left = (await Promise.all(open.map((row) => close(row, goFlat)))).filter((one) => one !== null);
    const leftCodes = new Set(left.map(({ contractCode }) => contractCode));
    const gone = open.map(({ position }) => position.contractCode).filter((code) => !leftCodes.has(code));
    setTaken((before) => new Set([...before, ...gone]));
    setRefused(left);
    setSending(false);
    return left.length === 0;
  }

  return { open, refused, isSending, closeAll };
}
