/** What a program requests, in plain words, and the terms on which the investor grants it. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { AuthorizationRequest, OAuthScope } from '@mua/contract/entities/oauth';
import type { AuthorizationQuery } from '@mua/contract/http/oauth';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CandlestickChart, type LucideIcon, ShieldCheck, WalletCards, Zap } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { AccountChoice } from '#pages/authorize/account-choice.tsx';
import { BoundFields } from '#pages/authorize/bound-fields.tsx';
import { FormPart } from '#pages/authorize/form-part.tsx';
import { grantSchema, newGrantDraft } from '#pages/authorize/grant-draft.ts';
import { InvestorChoice } from '#pages/authorize/investor-choice.tsx';
import { accountsQuery } from '#signed-in/accounts.ts';
import { allowRequest } from '#signed-in/grants.ts';
import { useSubmission } from '#wire/submission.ts';

export interface GrantFormProps {
  readonly userId: string;
  readonly onUser: (userId: string) => void;
  readonly request: AuthorizationQuery;
  readonly asked: AuthorizationRequest;
  readonly onLeave: (address: string) => void;
}

const SCOPE_ICONS: Readonly<Record<OAuthScope, LucideIcon>> = {
  market: CandlestickChart,
  account: WalletCards,
  trade: Zap,
};

/** A choice is validated like typed text: after the first attempt to send it. */
const CHOSEN = { shouldDirty: true, shouldValidate: true };

export function GrantForm({ userId, onUser, request, asked, onLeave }: GrantFormProps) {
  const { t } = useTranslation();
  const { client, redirectHost, scopes, denyTo } = asked;
  const { data: accounts } = useQuery(accountsQuery(userId));
  const tradable = (accounts ?? []).filter(({ isActivated }) => isActivated).map(({ accountId }) => accountId);
  const form = useForm({
    values: newGrantDraft(tradable),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(grantSchema(scopes)),
  });
  const [isLeaving, setIsLeaving] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();

  /** The browser takes a moment to leave: until then nothing can be sent a second time. */
  const leave = (address: string) => {
    setIsLeaving(true);
    onLeave(address);
  };
  const allow = form.handleSubmit((bounds) =>
    submit(async () => leave(await allowRequest(userId, { request, ...bounds }))),
  );

  return (
    <Card className="grid gap-5 max-sm:p-4">
      <header className="grid gap-1">
        <h1 className="break-words font-semibold text-20">{t(($) => $.applications.ask, { name: client.name })}</h1>
        <p className="flex items-start gap-1.5 text-fg-2" data-testid="redirect-host">
          <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{t(($) => $.applications.goesTo, { host: redirectHost })}</span>
        </p>
      </header>
      <InvestorChoice userId={userId} onUser={onUser} />
      <FormPart title={t(($) => $.applications.may)}>
        <ul className="grid gap-2.5">
          {scopes.map((scope) => (
            <Scope key={scope} scope={scope} />
          ))}
        </ul>
        <p className="mt-1 flex items-start gap-2.5 text-12 text-fg-2">
          <ShieldCheck aria-hidden className="size-4 shrink-0 text-success" />
          {t(($) => $.applications.mayNot)}
        </p>
      </FormPart>
      {scopes.some((scope) => scope !== 'market') && (
        <AccountChoice
          accounts={accounts}
          chosen={form.watch('accountIds')}
          onChange={(accountIds) => form.setValue('accountIds', accountIds, CHOSEN)}
          isFaulty={form.formState.errors.accountIds !== undefined}
        />
      )}
      <BoundFields form={form} isTrading={scopes.includes('trade')} />
      <RefusalNote refusal={refusal} />
      <footer className="grid grid-cols-2 gap-2">
        <Button
          variant="outline"
          size="lg"
          className="max-md:h-11"
          disabled={isBusy || isLeaving}
          onClick={() => leave(denyTo)}
          data-testid="deny"
        >
          {t(($) => $.applications.deny)}
        </Button>
        <Button
          size="lg"
          className="max-md:h-11"
          busy={isBusy || isLeaving}
          busyLabel={
            isLeaving ? t(($) => $.applications.leaving, { host: redirectHost }) : t(($) => $.applications.allowing)
          }
          onClick={() => void allow()}
          data-testid="allow"
        >
          {t(($) => $.applications.allow)}
        </Button>
      </footer>
    </Card>
  );
}

function Scope({ scope }: { scope: OAuthScope }) {
  const { t } = useTranslation();
  const Icon = SCOPE_ICONS[scope];
  return (
    <li className="flex items-start gap-2.5" data-testid={`scope-${scope}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-2" />
      <span>
        <span className="block font-medium">{t(($) => $.applications.scope[scope].name)}</span>
        <span className="block text-12 text-fg-2">{t(($) => $.applications.scope[scope].about)}</span>
      </span>
    </li>
  );
}
