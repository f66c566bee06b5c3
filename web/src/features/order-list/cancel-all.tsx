/**
 * Cancels every live order at once, of the account or of the contract on the desk, after a confirmation that lists
 * them.
 */
import type { OrderGroup } from '@mua/contract/entities/order';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import {
  type CancellableOrder,
  type CancellableOrders,
  useCancellable,
} from '#features/order-list/cancellable-orders.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { writtenAs } from '#market/listing-codes.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import { cancelAll } from '#orders/orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export function CancelAll({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const format = useFormat();
  const onDesk = useTicketDraft(({ contractCode }) => contractCode);
  const { orders, unnamed } = useCancellable(actor);
  const [asked, setAsked] = useState<{ readonly contractCode: string | undefined } | null>(null);
  const ofDesk = orders.filter(({ contractCode }) => contractCode === onDesk).length;
  if (orders.length === 0 && !asked) return null;
  const hasChoice = onDesk !== null && ofDesk > 0 && ofDesk < orders.length;
  const button = (
    <Button
      variant="ghost"
      className="h-6 px-2 text-12 text-danger"
      data-testid="cancel-all"
      {...(hasChoice ? {} : { onClick: () => setAsked({ contractCode: undefined }) })}
    >
      {t(($) => $.shell.action.cancelAll)}
      {hasChoice && <ChevronDown aria-hidden className="size-3" />}
    </Button>
  );
  const isAsked = ({ contractCode }: CancellableOrder) => (asked?.contractCode ?? contractCode) === contractCode;
  // Orders on pages not loaded may be of any contract: they are counted only if all are cancelled.
  const cancellable = { orders: orders.filter(isAsked), unnamed: asked?.contractCode === undefined ? unnamed : 0 };
  return (
    <>
      {hasChoice ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem data-testid="cancel-all-contract" onSelect={() => setAsked({ contractCode: onDesk })}>
              {t(($) => $.orders.cancelAllOf, { orders: format.volume(ofDesk), contract: onDesk })}
            </DropdownMenuItem>
            <DropdownMenuItem data-testid="cancel-all-orders" onSelect={() => setAsked({ contractCode: undefined })}>
              {t(($) => $.dialogs.cancelAll.button, {
                orders: format.volume(orders.length + unnamed),
                count: orders.length + unnamed,
              })}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        button
      )}
      {asked && (
        <CancelAllDialog
          actor={actor}
          contractCode={asked.contractCode}
          cancellable={cancellable}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

export interface CancelOrdersOfProps {
  readonly actor: AccountActor;
  readonly contractCode: string;
  readonly onClose: () => void;
  /** Nothing of this contract can be cancelled. */
  readonly onAbsent: () => void;
}

/** The same confirmation for one contract, asked from elsewhere. */
export function CancelOrdersOf({ actor, contractCode, onClose, onAbsent }: CancelOrdersOfProps) {
  const { orders, isKnown } = useCancellable(actor);
  const own = orders.filter((order) => order.contractCode === contractCode);
  const [isShown, setShown] = useState(false);
  const isAbsent = isKnown && own.length === 0 && !isShown;
  const leave = useEffectEvent(onAbsent);
  useEffect(() => {
    if (isAbsent) leave();
    else if (isKnown) setShown(true);
  }, [isAbsent, isKnown]);
  if (!isShown) return null;
  return (
    <CancelAllDialog
      actor={actor}
      contractCode={contractCode}
      cancellable={{ orders: own, unnamed: 0 }}
      onClose={onClose}
    />
  );
}

/** The same confirmation for what was placed together. */
export function CancelGroup({
  actor,
  group,
  onClose,
}: Pick<CancelOrdersOfProps, 'actor' | 'onClose'> & { readonly group: OrderGroup }) {
  const { orders } = useCancellable(actor);
  const own = orders.filter(({ groupId }) => groupId === group.groupId);
  return (
    <CancelAllDialog
      actor={actor}
      contractCode={undefined}
      group={group}
      cancellable={{ orders: own, unnamed: 0 }}
      onClose={onClose}
    />
  );
}

interface CancelAllDialogProps {
  readonly actor: AccountActor;
  readonly contractCode: string | undefined;
  /** Of it alone. */
  readonly group?: OrderGroup;
  readonly cancellable: CancellableOrders;
  readonly onClose: () => void;
}

function CancelAllDialog({ actor, contractCode, group, cancellable, onClose }: CancelAllDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isBusy, refusal, submit } = useSubmission();
  const { orders } = cancellable;
  // A group goes whole: one order of a pair takes the other with it.
  const protective = group ? 0 : orders.filter(({ isProtective }) => isProtective).length;
  // Clearing the book should not remove protection by accident; if there is nothing else, it is intended.
  const [wantsStops, setWantsStops] = useState(protective < orders.length);
  const keepsStops = wantsStops && protective > 0;
  const going = keepsStops ? orders.filter(({ isProtective }) => !isProtective) : orders;
  const count = going.length + cancellable.unnamed;
  const [fewer, setFewer] = useState<{ readonly taken: number; readonly count: number } | null>(null);
  const words = { orders: format.volume(count), count };
  const title = () => {
    if (group)
      return t(($) => $.orders.group.cancelTitle, { ...words, kind: t(($) => $.words.orderGroup[group.kind]) });
    return contractCode === undefined
      ? t(($) => $.dialogs.cancelAll.title, words)
      : t(($) => $.orders.cancelAllTitle, { ...words, contract: contractCode });
  };
  const confirm = async () => {
    let taken = 0;
    const refused = await submit(async () => {
      const scope = group ? { groupId: group.groupId } : contractCode === undefined ? {} : { contractCode };
      const answer = await cancelAll(actor, keepsStops ? { ...scope, keepStops: true } : scope);
      taken = answer.orders + answer.conditionalOrders;
    });
    if (refused) return;
    if (taken < count) setFewer({ taken, count });
    else onClose();
  };
  return (
    <QuestionDialog
      title={title()}
      body={t(($) => $.dialogs.cancelAll[protective === 0 ? 'bodyPlain' : keepsStops ? 'bodyKept' : 'body'])}
      account={useNamedAccount(actor.accountId)}
      confirm={{
        label: t(($) => $.dialogs.cancelAll.button, words),
        busyLabel: t(($) => $.orders.sending),
        variant: 'danger',
        testId: 'confirm-cancel-all',
        isBusy,
        isDisabled: count === 0 || fewer !== null,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <GoingOrders orders={going} unnamed={cancellable.unnamed} />
      {protective > 0 && <KeepStops stops={protective} isOn={keepsStops} onChange={setWantsStops} />}
      {refusal && <QuestionFault>{writtenError({ t, format }, refusal)}</QuestionFault>}
      {fewer && (
        <QuestionFault tone="warning">
          {t(($) => $.dialogs.cancelAll.fewer, {
            taken: format.volume(fewer.taken),
            orders: format.volume(fewer.count),
          })}
        </QuestionFault>
      )}
    </QuestionDialog>
  );
}

/** Lists each order with its lots and price before it is cancelled. */
function GoingOrders({ orders, unnamed }: CancellableOrders) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  return (
    <ul
      aria-label={t(($) => $.dialogs.cancelAll.list)}
      data-testid="cancel-all-list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
      tabIndex={0}
      className="max-h-44 overflow-y-auto rounded-md border border-border px-3 py-1 text-13 tabular-nums leading-6"
    >
      {orders.map(({ id, side, quantity, contractCode, prices }) => (
        <li key={id} className="flex gap-2">
          <SideText side={side}>
            {t(($) => $.words.side[side])} {format.volume(quantity)}
          </SideText>
          <span className="font-medium">{contractCode}</span>
          <span className="ml-auto text-right text-fg-2">
            {orderPriceText({ t, format, grid: writtenAs(contracts, contractCode)?.decimalFormat }, prices)}
          </span>
        </li>
      ))}
      {unnamed > 0 && (
        <li className="text-fg-3">{t(($) => $.dialogs.cancelAll.more, { orders: format.volume(unnamed) })}</li>
      )}
    </ul>
  );
}

interface KeepStopsProps {
  readonly stops: number;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function KeepStops({ stops, isOn, onChange }: KeepStopsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-2 text-13 max-md:min-h-11">
      <Checkbox id={id} data-testid="keep-stops" checked={isOn} onCheckedChange={(next) => onChange(next === true)} />
      {t(($) => $.dialogs.cancelAll.keepStops, { orders: format.volume(stops) })}
    </label>
  );
}
