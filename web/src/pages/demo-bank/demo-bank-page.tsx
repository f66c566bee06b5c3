/** `/dev/bank`, in a demo only: pays a deposit's code rightly, or in each of the ways in which people pay wrongly. */
import type { Deposit } from '@mua/contract/entities/deposit';
import type { BankNotificationStatus } from '@mua/contract/http/bank-notifications';
import { payAtDemoBank } from '@mua/contract/http/demo-bank';
import type { BodyOf } from '@mua/contract/route';
import { readVietQr } from '@mua/contract/vietqr/vietqr';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { depositsQuery } from '#pages/deposit/deposits.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { call } from '#wire/call.ts';
import { useSubmission } from '#wire/submission.ts';

/** What the platform made of a payment. */
interface Result {
  readonly notificationId: string;
  readonly status: BankNotificationStatus;
}

export function DemoBankPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.deposits.demoBank.title));
  const open = useOpenDeposits();
  const [results, setResults] = useState<readonly Result[]>([]);
  const onPaid = (result: Result) => setResults((known) => [result, ...known]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid w-full max-w-3xl gap-4 p-4 md:py-6" data-testid="demo-bank">
        <header className="grid gap-2">
          <h1 className="text-20">{t(($) => $.deposits.demoBank.title)}</h1>
          <p className="text-fg-2">{t(($) => $.deposits.demoBank.about)}</p>
        </header>
        <Results results={results} />
        <section className="grid gap-3">
          <h2 className="text-14">{t(($) => $.deposits.demoBank.open)}</h2>
          {open === undefined && <SkeletonRows rows={2} columns={['text']} />}
          {open?.length === 0 && (
            <Card className="grid justify-items-start gap-2 text-fg-2">
              {t(($) => $.deposits.demoBank.noOpen)}
              <Link to="/account-overview/deposit" className="font-medium text-primary-text underline">
                {t(($) => $.deposits.demoBank.toDeposit)}
              </Link>
            </Card>
          )}
          {open?.map(({ depositId, memo, bank, qrPayload }) => (
            <Card key={depositId} className="grid gap-3 max-md:p-4" data-testid={`pay-${memo.replace(' ', '-')}`}>
              <p className="flex flex-wrap gap-x-2">
                <span className="font-semibold">{memo}</span>
                <span className="text-fg-2">{bank.name}</span>
              </p>
              <Payment qrPayload={qrPayload} onPaid={onPaid} />
            </Card>
          ))}
        </section>
        <Pasted onPaid={onPaid} />
      </div>
    </div>
  );
}

function Results({ results }: { results: readonly Result[] }) {
  const { t } = useTranslation();
  return (
    <div role="status" data-testid="demo-results" className="grid gap-1 rounded-md bg-surface-2 px-3 py-2 empty:hidden">
      {results.map(({ notificationId, status }) => (
        <p key={notificationId}>{t(($) => $.deposits.demoBank.result[status])}</p>
      ))}
    </div>
  );
}

/** Undefined while they load. */
function useOpenDeposits(): readonly Deposit[] | undefined {
  const userId = useActiveUser() ?? '';
  const accountId = useTradingAccount()?.accountId ?? '';
  const isSomebodys = userId !== '' && accountId !== '';
  const { data, isLoading } = useQuery({ ...depositsQuery({ userId, accountId }), enabled: isSomebodys });
  return isLoading ? undefined : (data?.filter(({ status }) => status === 'WAITING') ?? []);
}

function Pasted({ onPaid }: Pick<PaymentProps, 'onPaid'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const isCode = readVietQr(text.trim()) !== null;
  const isWrong = text.trim() !== '' && !isCode;
  return (
    <Card className="grid gap-3 max-md:p-4">
      <Field
        roomy
        label={t(($) => $.deposits.demoBank.paste)}
        error={isWrong && t(($) => $.deposits.demoBank.pasteFault)}
      >
        {(control) => (
          <Input
            {...control}
            size="xl"
            autoComplete="off"
            data-testid="demo-bank-code"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {isCode && <Payment key={text} qrPayload={text.trim()} onPaid={onPaid} />}
    </Card>
  );
}

const TOO_LITTLE_VND = 1_000n;

interface PaymentProps {
  readonly qrPayload: string;
  readonly onPaid: (result: Result) => void;
}

function Payment({ qrPayload, onPaid }: PaymentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const userId = useActiveUser();
  const { isBusy, refusal, submit } = useSubmission();
  const sum = readVietQr(qrPayload)?.amountVnd ?? 0n;
  const pay = (...orders: readonly Partial<BodyOf<typeof payAtDemoBank>>[]) =>
    void submit(async () => {
      for (const order of orders) onPaid(await call(payAtDemoBank, { body: { qrPayload, ...order } }));
      await client.invalidateQueries({ queryKey: [userId, 'deposits'] });
    });
  const ways = [
    { id: 'pay', name: t(($) => $.deposits.demoBank.pay, { sum: format.vnd(sum) }), orders: [{}] },
    {
      id: 'less',
      name: t(($) => $.deposits.demoBank.payLess),
      orders: sum > TOO_LITTLE_VND ? [{ amount: (sum - TOO_LITTLE_VND).toString() }] : [],
    },
    { id: 'twice', name: t(($) => $.deposits.demoBank.payTwice), orders: [{}, {}] },
    { id: 'without-memo', name: t(($) => $.deposits.demoBank.payWithoutMemo), orders: [{ memo: '' }] },
  ];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {ways.map(({ id, name, orders }) => (
          <Button
            key={id}
            variant={id === 'pay' ? 'primary' : 'outline'}
            className="max-md:h-11"
            disabled={isBusy || orders.length === 0}
            data-testid={`demo-${id}`}
            onClick={() => pay(...orders)}
          >
            {name}
          </Button>
        ))}
      </div>
      <RefusalNote refusal={refusal} />
    </div>
  );
}
