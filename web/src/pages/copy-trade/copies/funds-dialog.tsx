/** Moves money between a copy's sub-account and another of the investor's, either way. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { readTypedVnd } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
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
import { useAccounts, useNamedAccount } from '#signed-in/accounts.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

type Way = 'in' | 'out';

export function FundsDialog({ userId, copy, onClose }: CopyDialogProps) {
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
          <FundsForm userId={userId} copy={copy} others={others} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function FundsForm({
  userId,
  copy,
  others,
  onClose,
}: CopyDialogProps & { readonly others: readonly AccountOverview[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const moves = copyMoves(useQueryClient(), userId, copy.copyTraderId);
  const { isBusy, refusal, submit } = useSubmission();
  const [way, setWay] = useState<Way>('in');
  const [otherId, setOtherId] = useState(others[0]?.accountId ?? '');
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef<{ readonly wish: string; readonly id: string } | null>(null);
  const sum = readTypedVnd(typed);
  const isGood = sum !== undefined && sum > 0n;
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy) return;
    if (!isGood) return field.current?.focus();
    const amount = `${way === 'out' ? '-' : ''}${sum}`;
    const wish = `${otherId} ${amount}`;
    if (asked.current?.wish !== wish) asked.current = { wish, id: crypto.randomUUID() };
    const clientRequestId = asked.current.id;
    const refused = await submit(() => moves.fund({ otherAccountId: otherId, amount, clientRequestId }));
    if (refused !== null) return;
    onClose();
    await notifyDone(t(($) => $.copies.moved[way], { amount: format.vnd(sum), strategy: copy.strategyName }));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-3.5">
      <Segment
        label={t(($) => $.copies.way)}
        value={way}
        onValueChange={setWay}
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
            onValueChange={setOtherId}
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
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => sum !== undefined && setTyped(format.vnd(sum, { bare: true }))}
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
