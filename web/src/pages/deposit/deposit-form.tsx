/** What is paid in, and to which bank; faults stand at their fields. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Deposit, DepositBank } from '@mua/contract/entities/deposit';
import { LIMITS } from '@mua/contract/limits';
import { readTypedVnd } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { Check, QrCode as QrIcon } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { sumInWords } from '#i18n/sum-in-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { askForDeposit } from '#pages/deposit/deposits.ts';
import { faultOf, quickSums, type SumFault } from '#pages/deposit/typed-sum.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface DepositFormProps {
  readonly actor: AccountActor;
  readonly account: AccountOverview;
  readonly banks: readonly DepositBank[];
  readonly amount: number | undefined;
  readonly onMade: (deposit: Deposit) => void;
}

export function DepositForm({ actor, account, banks, amount, onMade }: DepositFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => (amount === undefined ? '' : format.vnd(BigInt(amount), { bare: true })));
  const [bankId, setBankId] = useState(banks[0]?.bankId ?? '');
  const [fault, setFault] = useState<SumFault | null>(null);
  const { isBusy, refusal, submit } = useSubmission();
  const sum = readTypedVnd(typed);

  const type = (next: string) => {
    setTyped(next);
    setFault(null);
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const found = faultOf(typed);
    setFault(found);
    if (found !== null || sum === undefined) return field.current?.focus();
    void submit(async () => onMade(await askForDeposit(client, actor, { amount: sum.toString(), bankId })));
  };
  const min = format.vnd(BigInt(LIMITS.depositMinVnd));
  const max = format.vnd(BigInt(LIMITS.depositMaxVnd));
  return (
    <Card className="max-md:p-4">
      <form noValidate className="grid gap-5" onSubmit={send}>
        <Field
          roomy
          label={t(($) => $.deposits.amount)}
          aside={t(($) => $.deposits.amountAside, { min })}
          hint={sum !== undefined && sumInWords(sum, format.language)}
          error={fault && t(($) => $.deposits.fault[fault], { min, max })}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              data-testid="deposit-amount"
              size="xl"
              className="h-14 font-semibold md:text-20"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => type(target.value)}
              onBlur={() => sum !== undefined && setTyped(format.vnd(sum, { bare: true }))}
              after={<span className="text-fg-3">₫</span>}
            />
          )}
        </Field>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset breaks the grid, and its legend would be seen. */}
        <div
          role="group"
          aria-label={t(($) => $.deposits.quick)}
          className="-mt-2 grid grid-cols-3 gap-2 md:grid-cols-5"
        >
          {quickSums().map(({ millions, vnd }) => (
            <Chip
              key={millions}
              on={sum === vnd}
              className="h-8 justify-center px-1 max-md:h-11"
              onClick={() => type(format.vnd(vnd, { bare: true }))}
            >
              {t(($) => $.deposits.million, { millions })}
            </Chip>
          ))}
        </div>
        <Banks banks={banks} value={bankId} onChange={setBankId} />
        <Effect account={account} sum={sum} />
        <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
        <Button type="submit" size="lg" busy={isBusy} className="max-md:h-11" data-testid="deposit-create">
          {!isBusy && <QrIcon aria-hidden />}
          {t(($) => $.deposits.create)}
        </Button>
      </form>
    </Card>
  );
}

interface BanksProps {
  readonly banks: readonly DepositBank[];
  readonly value: string;
  readonly onChange: (bankId: string) => void;
}

/** Radios: one stop of the Tab key, arrows choose. */
function Banks({ banks, value, onChange }: BanksProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span id={labelId} className="font-medium text-13">
          {t(($) => $.deposits.bank)}
        </span>
        <span className="text-12 text-fg-2">{t(($) => $.deposits.bankAside)}</span>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={labelId}
        className="grid gap-2 md:grid-cols-3"
        onKeyDown={(event) => chooseNext(event, banks, value, onChange)}
      >
        {banks.map(({ bankId, name, branch }) => (
          // biome-ignore lint/a11y/useSemanticElements: an input can't hold the two lines that are its face.
          <button
            key={bankId}
            type="button"
            role="radio"
            aria-checked={bankId === value}
            tabIndex={bankId === value ? 0 : -1}
            data-testid={`deposit-bank-${bankId}`}
            data-bank={bankId}
            onClick={() => onChange(bankId)}
            className={cn(
              'relative grid min-h-11 gap-px rounded-md border px-3 py-2 text-left',
              bankId === value ? 'border-ring bg-primary-soft' : 'border-input hover:bg-surface-2',
            )}
          >
            <span className="font-medium">{name}</span>
            <span className="text-12 text-fg-2">{branch}</span>
            {bankId === value && <Check aria-hidden className="absolute top-3 right-3 size-4 text-primary-text" />}
          </button>
        ))}
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function chooseNext(
  event: KeyboardEvent<HTMLElement>,
  banks: readonly DepositBank[],
  value: string,
  onChange: (bankId: string) => void,
): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = banks.findIndex(({ bankId }) => bankId === value);
  const next = banks[(at + step + banks.length) % banks.length];
  if (!next) return;
  onChange(next.bankId);
  event.currentTarget.querySelector<HTMLElement>(`[data-bank="${next.bankId}"]`)?.focus();
}

function Effect({ account, sum }: { account: AccountOverview; sum: bigint | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const after = BigInt(account.availableMargin) + (sum ?? 0n);
  return (
    <dl className="grid gap-x-4 gap-y-2 border-border border-t pt-3.5 tabular-nums md:grid-cols-3">
      {[
        [t(($) => $.deposits.available), format.vnd(account.availableMargin)],
        [t(($) => $.deposits.after), format.vnd(after)],
        [t(($) => $.deposits.fee), format.vnd(0n)],
      ].map(([name, value]) => (
        <div key={name} className="flex justify-between gap-2 md:grid md:justify-start">
          <dt className="text-12 text-fg-2">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
