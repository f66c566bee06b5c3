/**
 * Moves money between a copy's sub-account and another of the investor's, either way. What is typed, and a request
 * without an answer, outlive the closed dialog: the same sum asked for again is the same request.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { readTypedVnd } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { sumInWords } from '#i18n/sum-in-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { copyMoves } from '#pages/copy-trade/copies/copies.ts';
import type { CopyDialogProps } from '#pages/copy-trade/copies/copy-props.ts';
import { type RequestId, useRequestId } from '#pages/copy-trade/request-id.ts';
import { useAccounts, useNamedAccount } from '#signed-in/accounts.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { type Submission, useSubmission } from '#wire/submission.ts';

interface FundsDraft {
  readonly way: 'in' | 'out';
  /** Null for the first one that can be chosen. */
  readonly otherId: string | null;
  readonly typed: string;
}

const NOTHING_TYPED: FundsDraft = { way: 'in', otherId: null, typed: '' };

export interface FundsMove extends Submission {
  readonly draft: FundsDraft;
  readonly setDraft: Dispatch<SetStateAction<FundsDraft>>;
  readonly request: RequestId;
}

/** For whatever opens the dialog. */
export function useFundsMove(): FundsMove {
  const [draft, setDraft] = useState(NOTHING_TYPED);
  return { ...useSubmission(), draft, setDraft, request: useRequestId() };
}

export interface FundsDialogProps extends CopyDialogProps {
  readonly move: FundsMove;
}

export function FundsDialog({ userId, copy, move, onClose }: FundsDialogProps) {
  const { t } = useTranslation();
  const account = useNamedAccount(copy.accountId);
  const others = useAccounts().filter(
    ({ accountId, isActivated, isDemo }) =>
      accountId !== copy.accountId && isActivated && isDemo === (account.isDemo ?? false),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent data-testid="funds-dialog">
        <DialogTitle>{t(($) => $.copies.fundsOf, { strategy: copy.strategyName })}</DialogTitle>
        <DialogDescription>
          <AccountName account={account} />
        </DialogDescription>
        {others.length === 0 ? (
          <>
            <p className="text-fg-2">{t(($) => $.copies.noOther)}</p>
            <DialogFooter>
              <Button variant="outline" onClick={onClose}>
                {t(($) => $.shell.action.close)}
              </Button>
            </DialogFooter>
          </>
        ) : (
          <FundsForm {...{ userId, copy, move, others, onClose }} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Sends a sum, and forgets it once it has moved. */
function useSending({ userId, copy, move, onClose }: FundsDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const moves = copyMoves(useQueryClient(), userId, copy.copyTraderId);
  const { draft, setDraft, request, submit } = move;
  return async (otherAccountId: string, sum: bigint) => {
    const wish = { otherAccountId, amount: `${draft.way === 'out' ? '-' : ''}${sum}` };
    const refused = await submit(() => moves.fund({ ...wish, clientRequestId: request.of(wish) }));
    if (refused !== null) return;
    request.done();
    setDraft(NOTHING_TYPED);
    onClose();
    await notifyDone(t(($) => $.copies.moved[draft.way], { amount: format.vnd(sum), strategy: copy.strategyName }));
  };
}

function FundsForm({ others, ...props }: FundsDialogProps & { readonly others: readonly AccountOverview[] }) {
  const { move, onClose } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { isBusy, refusal, draft, setDraft } = move;
  const { way, typed } = draft;
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const moveSum = useSending(props);
  const otherId = others.find(({ accountId }) => accountId === draft.otherId)?.accountId ?? others[0]?.accountId ?? '';
  const sum = readTypedVnd(typed);
  const isGood = sum !== undefined && sum > 0n;
  const type = (part: Partial<FundsDraft>) => setDraft({ ...draft, ...part });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy) return;
    if (isGood) void moveSum(otherId, sum);
    else field.current?.focus();
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-3.5">
      <Segment
        label={t(($) => $.copies.way)}
        value={way}
        onValueChange={(next) => type({ way: next })}
        columns={2}
        options={[
          { value: 'in', label: t(($) => $.copies.in), testId: 'funds-in' },
          { value: 'out', label: t(($) => $.copies.out), testId: 'funds-out' },
        ]}
      />
      <Field roomy label={t(($) => (way === 'in' ? $.copies.fromAccount : $.copies.toAccount))}>
        {(control) => (
          <Select
            {...control}
            size="lg"
            className="max-md:h-11"
            value={otherId}
            onValueChange={(next) => type({ otherId: next })}
            options={others.map(({ accountId, subAccountCode, isDemo, availableMargin }) => ({
              value: accountId,
              label: (
                <span className="flex items-center gap-1.5">
                  <AccountName account={{ name: subAccountCode, isDemo }} />
                  <span className="text-fg-3">{format.vnd(availableMargin)}</span>
                </span>
              ),
            }))}
          />
        )}
      </Field>
      <Field
        roomy
        label={t(($) => $.copies.amount)}
        hint={sum !== undefined && sumInWords(sum, format.language)}
        error={isTried && !isGood && t(($) => $.copies.amountFault)}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            size="lg"
            className="max-md:h-11"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => type({ typed: target.value })}
            onBlur={() => sum !== undefined && type({ typed: format.vnd(sum, { bare: true }) })}
            after={<span className="text-fg-3">₫</span>}
            data-testid="funds-amount"
          />
        )}
      </Field>
      <p className="text-12 text-fg-3">{t(($) => $.copies.fundsHint)}</p>
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} facts={refusal.facts} />}</RefusalNote>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t(($) => $.shell.action.dismiss)}
        </Button>
        <Button type="submit" busy={isBusy} busyLabel={t(($) => $.copies.sending)} data-testid="funds-send">
          {t(($) => (way === 'in' ? $.copies.sendIn : $.copies.sendOut))}
        </Button>
      </DialogFooter>
    </form>
  );
}
