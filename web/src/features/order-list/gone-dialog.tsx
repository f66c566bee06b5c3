/** Hủy lệnh khi vắng / Cancel orders when gone: the switch of one sub-account, on this tab. */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useSilenceText } from '#i18n/silence-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { switchOff, switchOn, useCancelWhenGone } from '#orders/cancel-when-gone.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

const SILENCES = ['30', '60', '300', '900'] as const;

export function GoneDialog({ actor, onClose }: { readonly actor: AccountActor; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const silence = useSilenceText();
  const account = useNamedAccount(actor.accountId);
  const inForce = useCancelWhenGone(({ waiting }) => waiting[actor.accountId]);
  const cancelled = useCancelWhenGone((state) => state.cancelled[actor.accountId]);
  const [seconds, setSeconds] = useState(String(inForce?.seconds ?? 60));
  const [includesGoodTill, setIncludesGoodTill] = useState(inForce?.includesGoodTill ?? false);
  const { isBusy, refusal, submit } = useSubmission();
  const id = useId();
  const choice = { seconds: Number(seconds), includesGoodTill };
  const isInForce = inForce?.seconds === choice.seconds && inForce.includesGoodTill === includesGoodTill;
  const send = async (call: () => Promise<void>) => {
    if (!isBusy && !(await submit(call))) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-[440px]" data-testid="gone-dialog">
        <header className="grid gap-1">
          <DialogTitle>{t(($) => $.orders.gone.title)}</DialogTitle>
          <p className="text-12 text-fg-2">
            <AccountName account={account} />
          </p>
        </header>
        <DialogDescription>{t(($) => $.orders.gone.about)}</DialogDescription>
        {cancelled !== undefined && (
          <QuestionFault tone="warning">
            {t(($) => $.orders.gone.cancelled, { silence: silence(cancelled.seconds) })}
          </QuestionFault>
        )}
        <Segment
          label={t(($) => $.orders.gone.title)}
          value={seconds}
          onValueChange={setSeconds}
          columns={SILENCES.length}
          options={SILENCES.map((value) => ({ value, label: silence(Number(value)), testId: `silence-${value}` }))}
        />
        <label htmlFor={id} className="flex items-center gap-2 text-13 max-md:min-h-11">
          <Checkbox
            id={id}
            checked={includesGoodTill}
            onCheckedChange={(next) => setIncludesGoodTill(next === true)}
            data-testid="gone-good-till"
          />
          {t(($) => $.orders.gone.goodTill)}
        </label>
        {refusal && <QuestionFault>{writtenError({ t, format }, refusal)}</QuestionFault>}
        <DialogFooter>
          {inForce && (
            <Button
              variant="outline"
              busy={isBusy}
              busyLabel={t(($) => $.orders.sending)}
              onClick={() => void send(() => switchOff(actor))}
              data-testid="gone-off"
            >
              {t(($) => $.orders.gone.off)}
            </Button>
          )}
          <Button
            busy={isBusy}
            busyLabel={t(($) => $.orders.sending)}
            disabled={isInForce}
            onClick={() => void send(() => switchOn(actor, choice))}
            data-testid="gone-on"
          >
            {t(($) => $.orders.gone.on)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
