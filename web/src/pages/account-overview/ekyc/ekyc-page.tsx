/**
 * `/account-overview/ekyc` (docs/rules/people.md#registration): the application until it is sent, what becomes of it, and
 * the identity that was checked.
 */
import type { Registration } from '@mua/contract/entities/registration';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { extraInfoQuery } from '#market/system.ts';
import { registrationQuery } from '#pages/account-overview/ekyc/application.ts';
import type { AskedStep } from '#pages/account-overview/ekyc/application-form.tsx';
import { IdentificationCard, NoIdentity } from '#pages/account-overview/ekyc/identification-card.tsx';
import { StatusWay } from '#pages/account-overview/ekyc/status-way.tsx';
import { meQuery } from '#signed-in/accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

/** Most who come back have nothing to fill in any more. */
const Application = lazy(async () => ({
  default: (await import('#pages/account-overview/ekyc/application-form.tsx')).Application,
}));

export function EkycPage(step: AskedStep) {
  const userId = useActiveUser();
  return (
    <div className="w-full max-w-6xl p-4 md:p-5">
      {userId === null ? <SignInFirst /> : <Person key={userId} userId={userId} step={step} />}
    </div>
  );
}

function Person({ userId, step }: { readonly userId: string; readonly step: AskedStep }) {
  const { t } = useTranslation();
  const { data: registration, error, refetch } = useQuery(registrationQuery(userId));
  const isFound = registration !== undefined && FILLED_IN.has(registration.status);
  const isBusiness = registration?.kind === 'BUSINESS';
  const title = t(($) =>
    isFound ? (isBusiness ? $.application.titleBusiness : $.application.title) : $.identification.title,
  );
  usePageTitle(title);
  useRenewedInvestor(userId, registration);
  const heading = useStatusHeading(registration?.status);
  return (
    <div className="grid gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-20 outline-none">
        {title}
      </h1>
      {registration ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
          <Main userId={userId} registration={registration} step={step} />
          {registration.status !== 'ACTIVE' && <StatusWay registration={registration} />}
        </div>
      ) : error && errorCodeOf(error) === 'EkycRecordNotFound' ? (
        <Card>
          <NoIdentity />
        </Card>
      ) : error ? (
        <ErrorPanel panel={t(($) => $.application.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={['text', 'text']} />
      )}
    </div>
  );
}

const FILLED_IN: ReadonlySet<Registration['status']> = new Set(['DRAFT', 'INCOMPLETE', 'REJECTED']);

interface MainProps {
  readonly userId: string;
  readonly registration: Registration;
  readonly step: AskedStep;
}

function Main({ userId, registration, step }: MainProps) {
  const { status } = registration;
  if (FILLED_IN.has(status))
    return (
      <Suspense fallback={<SkeletonRows rows={6} columns={['text', 'text']} />}>
        <Application userId={userId} registration={registration} {...step} />
      </Suspense>
    );
  return (
    <div className="grid gap-4">
      {(status === 'PENDING' || status === 'PENDING_ACTIVATE' || status === 'INACTIVE') && (
        <StatusCard status={status} registration={registration} />
      )}
      {status !== 'PENDING' && <IdentificationCard userId={userId} />}
    </div>
  );
}

interface StatusCardProps {
  readonly status: 'PENDING' | 'PENDING_ACTIVATE' | 'INACTIVE';
  readonly registration: Registration;
}

function StatusCard({ status, registration }: StatusCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { submittedAt } = registration;
  const isDemo = useQuery(extraInfoQuery()).data?.mode === 'demo';
  return (
    <Card role="status" data-testid="application-status" data-status={status} className="grid gap-2">
      <h2 className="font-semibold text-16">{t(($) => $.application.status[status].title)}</h2>
      <p className="text-fg-2 leading-5">
        {t(($) => $.application.status[status].body, { time: submittedAt ? format.dateTime(submittedAt) : '' })}
      </p>
      {status === 'PENDING' && isDemo && (
        <p className="text-fg-2 leading-5">{t(($) => $.application.status.PENDING.demo)}</p>
      )}
      {status === 'PENDING_ACTIVATE' && (
        <Button asChild variant="primary" className="mt-2 h-11 justify-self-start">
          <Link to="/account-overview/digital-signature">{t(($) => $.contracts.goSign)}</Link>
        </Button>
      )}
    </Card>
  );
}

/** Another status brings another page below the heading, and what had the focus may have gone with the one before. */
function useStatusHeading(status: Registration['status'] | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    const isAnother = shown.current !== undefined && shown.current !== status;
    shown.current = status;
    if (isAnother && document.activeElement === document.body) heading.current?.focus();
  }, [status]);
  return heading;
}

/** A decision changes who somebody is; what follows from that, the frame sees to. */
function useRenewedInvestor(userId: string, registration: Registration | undefined): void {
  const client = useQueryClient();
  const status = registration?.status;
  useEffect(() => {
    if (status !== undefined) void client.invalidateQueries({ queryKey: meQuery(userId).queryKey });
  }, [client, userId, status]);
}
