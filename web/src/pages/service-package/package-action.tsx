/** The one thing that can be done with a package: take it, keep it, or end it; each asks with its figures first. */

import type { ServicePackage } from '@mua/contract/entities/service-package';
import { addDays } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { OwnPackages } from '#pages/service-package/packages-of-account.tsx';
import { freshId } from '#session/fresh-id.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { packageChanges } from '#signed-in/service-packages.ts';
import { useSubmission } from '#wire/submission.ts';

interface ActionProps {
  readonly one: ServicePackage;
  readonly own: OwnPackages;
}

type Asked = 'subscribe' | 'keep' | 'end';

export function PackageAction({ one, own }: ActionProps) {
  const { t } = useTranslation();
  // As it was asked: what it does changes the page under it before it is gone.
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = actionOf(one, own);
  if (asked === null) return null;
  const label = t(($) => $.packages.act[asked], { title: one.title });
  return (
    <>
      <Button
        variant={asked === 'subscribe' ? 'primary' : 'outline'}
        className="max-md:h-11"
        onClick={() => setQuestion({ one, own, asked, label })}
        data-testid={`${asked}-${one.name}`}
      >
        {label}
      </Button>
      {question && <PackageQuestion {...question} onClose={() => setQuestion(null)} />}
    </>
  );
}

/** Nothing is done with the terms that everybody has: one comes back to them by ending. */
function actionOf(one: ServicePackage, { basic, current, subscription }: OwnPackages): Asked | null {
  if (one.name === basic.name) return null;
  if (one.name !== current.name) return 'subscribe';
  return subscription?.isEnding ? 'keep' : 'end';
}

interface Question extends ActionProps {
  readonly asked: Asked;
  readonly label: string;
}

interface QuestionProps extends Question {
  readonly onClose: () => void;
}

function PackageQuestion({ one, own, asked, label, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const changes = packageChanges(useQueryClient(), own.actor);
  const { isBusy, refusal, submit } = useSubmission();
  // One question is one request, however often its button is pressed.
  const [requestId] = useState(() => freshId());
  const { subscription, basic } = own;
  const isReplacing = asked === 'subscribe' && subscription !== undefined;
  const body = isReplacing
    ? t(($) => $.packages.replaces, { title: subscription.terms.title })
    : t(($) => $.packages.asks[asked], { basic: basic.title });
  const confirm = async () => {
    const refused = await submit(() =>
      asked === 'end' ? changes.end(one.name) : changes.subscribe(one.name, requestId),
    );
    if (refused !== null) return;
    onClose();
    await notifyDone(t(($) => $.packages.done[asked], { title: one.title }));
  };
  return (
    <QuestionDialog
      title={label}
      body={body}
      account={useNamedAccount(own.actor.accountId)}
      facts={<Figures {...{ one, own, asked }} />}
      confirm={{
        label,
        busyLabel: t(($) => $.packages.sending),
        variant: 'primary',
        testId: 'confirm-package',
        isBusy,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <RefusalNote refusal={refusal} />
    </QuestionDialog>
  );
}

function Figures({ one, own, asked }: ActionProps & { readonly asked: Asked }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const begins = asked === 'subscribe';
  const { from, until } = begins ? one : (own.subscription ?? one);
  const paid = format.vnd(begins ? one.price : '0');
  const next = t(($) => $.packages.nextPayment, {
    price: format.vnd(one.price),
    date: format.civilDate(addDays(until, 1)),
  });
  return (
    <>
      <Fact term={t(($) => $.packages.now)}>{paid}</Fact>
      {begins && <Fact term={t(($) => $.packages.from)}>{format.civilDate(from)}</Fact>}
      <Fact term={t(($) => $.packages.until)}>{format.civilDate(until)}</Fact>
      <Fact term={t(($) => $.packages.then)}>{asked === 'end' ? own.basic.title : next}</Fact>
    </>
  );
}
