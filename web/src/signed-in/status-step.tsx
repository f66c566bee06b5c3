/**
 * What an investor who may not trade yet does next (docs/rules/people.md#investors): to the application, to the papers, or
 * to whoever helps.
 */
import type { InvestorStatus } from '@mua/contract/entities/investor';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SupportLink } from '#signed-in/support-link.tsx';

const APPLICATION = '/account-overview/ekyc';

/** Null where help is all that is left. */
export const STEP_PAGES = {
  DRAFT: APPLICATION,
  PENDING: APPLICATION,
  INCOMPLETE: APPLICATION,
  REJECTED: APPLICATION,
  PENDING_ACTIVATE: '/account-overview/digital-signature',
  INACTIVE: null,
} as const satisfies Readonly<Record<KeptOut, LinkProps['to'] | null>>;

/** Looks and sees, but can't trade. */
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
