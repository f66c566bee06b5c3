/**
 * Shows the next step of an investor who may not trade yet (docs/rules/people.md#investors): the application, the
 * papers, or support.
 */
import type { InvestorStatus } from '@mua/contract/entities/investor';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SupportLink } from '#signed-in/support-link.tsx';

const APPLICATION = '/account-overview/ekyc';

/** Null where support is the only step. */
export const STEP_PAGES = {
  DRAFT: APPLICATION,
  PENDING: APPLICATION,
  INCOMPLETE: APPLICATION,
  REJECTED: APPLICATION,
  PENDING_ACTIVATE: '/account-overview/digital-signature',
  INACTIVE: null,
} as const satisfies Readonly<Record<KeptOut, LinkProps['to'] | null>>;

/** Statuses that may look around, but not trade. */
export type KeptOut = Exclude<InvestorStatus, 'ACTIVE'>;

export interface StatusStepProps {
  readonly status: KeptOut;
  readonly className?: string;
}

export function StatusStep({ status, className }: StatusStepProps) {
  const { t } = useTranslation();
  if (status === 'INACTIVE') return <SupportLink className={className} />;
  return (
    <Link to={STEP_PAGES[status]} className={className} data-testid="status-step">
      {t(($) => $.identification.step[status])}
    </Link>
  );
}
