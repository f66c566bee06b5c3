/**
 * `/oauth/authorize` (docs/rules/people.md#programs): a third-party program requests access, the investor decides. An
 * invalid request is shown and not redirected. The page has no navigation, so that nothing distracts from the decision.
 */
import type { AuthorizationQuery } from '@mua/contract/http/oauth';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { Logo } from '#design/ui/figures/logo.tsx';
import { AppearanceMenu } from '#features/shell/appearance-menu.tsx';
import { Footer } from '#features/shell/footer.tsx';
import { LanguageMenu } from '#features/shell/language-menu.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { GrantForm } from '#pages/authorize/grant-form.tsx';
import { requestQuery } from '#signed-in/grants.ts';
import { refusalIn } from '#wire/call.ts';
import type { Refused } from '#wire/submission.ts';

export interface AuthorizePageProps {
  readonly appName: string;
  readonly version: string;
  /** The request, or why it is invalid. */
  readonly request: AuthorizationQuery | Refused;
  /** The investor asked first, of those signed in on this browser. */
  readonly userId: string;
  readonly onLeave: (address: string) => void;
}

export function AuthorizePage({ appName, version, request, userId, onLeave }: AuthorizePageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.applications.title));
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center gap-1 px-4 py-3 sm:px-8">
        <Link to="/" className="relative mr-auto flex rounded-md max-md:after:absolute max-md:after:-inset-3">
          <Logo name={appName} />
        </Link>
        <AppearanceMenu />
        <LanguageMenu />
      </header>
      <main className="mx-auto flex w-full max-w-[560px] flex-1 flex-col px-4 pt-2 pb-10 sm:pt-6">
        {'code' in request ? (
          <Faulty refusal={request} />
        ) : (
          <Asked userId={userId} request={request} onLeave={onLeave} />
        )}
      </main>
      <Footer version={version} />
    </div>
  );
}

type AskedProps = Pick<AuthorizePageProps, 'userId' | 'onLeave'> & { readonly request: AuthorizationQuery };

function Asked({ userId: first, request, onLeave }: AskedProps) {
  const { t } = useTranslation();
  const [userId, setUserId] = useState(first);
  const { data, error, refetch } = useQuery(requestQuery(userId, request));
  if (data) {
    return (
      <GrantForm key={userId} userId={userId} onUser={setUserId} request={request} asked={data} onLeave={onLeave} />
    );
  }
  if (error === null) {
    return (
      <Card aria-busy>
        <SkeletonRows rows={8} columns={['text', 'text']} />
      </Card>
    );
  }
  const refusal = refusalIn(error);
  if (FAULTS.has(refusal.code)) return <Faulty refusal={refusal} />;
  return (
    <Card>
      <h1 className="sr-only">{t(($) => $.applications.title)}</h1>
      <ErrorPanel panel={t(($) => $.applications.panel)} code={refusal.code} onRetry={() => void refetch()} />
    </Card>
  );
}

/** Faults of the request itself; any other error may succeed on a retry. */
const FAULTS: ReadonlySet<string> = new Set(['OAuthClientUnknown', 'OAuthRequestInvalid', 'BadRequest']);

function Faulty({ refusal }: { refusal: Refused }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div role="alert" className="my-auto grid justify-items-center gap-3 text-center" data-testid="faulty-request">
      <ShieldX aria-hidden className="size-9 text-fg-3" strokeWidth={1.5} />
      <h1 className="text-balance font-semibold text-24">{t(($) => $.applications.faulty)}</h1>
      <p className="text-pretty text-14">{writtenError({ t, format }, refusal)}</p>
      <p className="text-pretty text-fg-2 leading-5">{t(($) => $.applications.faultyHint)}</p>
      <p className="text-12 text-fg-3">{t(($) => $.shell.state.errorCode, { code: refusal.code })}</p>
      <Link to="/" className={buttonVariants({ variant: 'outline', className: 'mt-2 max-md:h-11' })}>
        {t(($) => $.shell.nav.priceboard)}
      </Link>
    </div>
  );
}
