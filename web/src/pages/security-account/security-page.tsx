/**
 * `/account-overview/security-account`: everything that protects the active investor's account, and who has used it
 * (docs/rules/people.md#second-secrets).
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { GrantedApplications } from '#features/granted-applications/granted-applications.tsx';
import { ContactFacts } from '#features/security/contact-facts.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { DeletionCard } from '#pages/security-account/deletion-card.tsx';
import { DeviceList } from '#pages/security-account/device-list.tsx';
import { AuthenticatorCard, PasswordCard, PinCard } from '#pages/security-account/secret-cards.tsx';
import { SecurityCard } from '#pages/security-account/security-card.tsx';
import { SignInList } from '#pages/security-account/sign-in-list.tsx';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';
import { securityQuery } from '#signed-in/security.ts';

export function SecurityPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.security.title));
  const userId = useActiveUser();
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <h1 className="text-20">{t(($) => $.security.title)}</h1>
      {/* Dialogs and typed text belong to one investor and are dropped on a switch. */}
      {userId === null ? <SignInFirst /> : <Guards key={userId} userId={userId} />}
    </div>
  );
}

function Guards({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: known, error, refetch } = useQuery(securityQuery(userId));
  if (!known) {
    return (
      <Card>
        {error ? (
          <ErrorPanel panel={t(($) => $.security.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} columns={['text', 'number']} />
        )}
      </Card>
    );
  }
  const of = { userId, known };
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <PasswordCard {...of} />
      <SecurityCard testId="security-contact" title={t(($) => $.security.contact.title)}>
        <ContactFacts userId={userId} />
      </SecurityCard>
      <PinCard {...of} />
      <AuthenticatorCard {...of} />
      <DeviceList userId={userId} />
      <SignInList userId={userId} />
      <SecurityCard testId="granted-applications" title={t(($) => $.applications.granted.title)}>
        <GrantedApplications userId={userId} />
      </SecurityCard>
      <DeletionCard {...of} />
    </div>
  );
}
