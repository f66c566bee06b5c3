/** Status figures: the margin gauge in every state, sparklines, avatars, and the state of the connection. */
import type { MarginState } from '@mua/contract/entities/margin';
import { useTranslation } from 'react-i18next';
import type { LiveAccount } from '#accounts/live-accounts.ts';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { Sparkline } from '#design/ui/figures/sparkline.tsx';
import { MarginGauge } from '#features/margin-gauge/margin-gauge.tsx';
import { NetworkStatus } from '#features/network/network-status.tsx';
import { ACCOUNT, AN, MARGIN } from '#mock/sample-records.ts';
import { NETWORK_STATUSES } from '#network/network-store.ts';
import { Section, Specimen, Wrap } from '#pages/theme-preview/specimen.tsx';

const LEVELS = { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 };
const CALM: MarginState = {
  rung: 'NONE',
  deadline: null,
  isLiquidating: false,
  missing: '0',
  toLift: '0',
  levels: LEVELS,
};
const REQUIRED_VND = 73_236_240n;

function liveAccount(ratioPercent: bigint | null, ladder: MarginState): LiveAccount {
  const requiredVnd = ratioPercent === null ? 0n : REQUIRED_VND;
  const equityVnd = ratioPercent === null ? BigInt(MARGIN.cash) : (REQUIRED_VND * ratioPercent) / 100n;
  return {
    status: { ...MARGIN, ladder },
    equityVnd,
    requiredVnd,
    availableVnd: equityVnd - requiredVnd,
    estimatedProfitVnd: 0n,
    ratioBasisPoints: ratioPercent === null ? null : ratioPercent * 100n,
  };
}

const GAUGES = [
  { state: 'idle', account: liveAccount(null, CALM) },
  { state: 'calm', account: liveAccount(382n, CALM) },
  { state: 'called', account: liveAccount(86n, { ...CALM, rung: 'CALL', missing: '10253074' }) },
  { state: 'liquidating', account: liveAccount(18n, { ...CALM, rung: 'COUNTDOWN', isLiquidating: true }) },
] as const;

const LINES = [
  { direction: 'up', values: [3, 4, 2, 5, 6, 5, 8] },
  { direction: 'down', values: [8, 6, 7, 4, 5, 3, 2] },
  { direction: 'unchanged', values: [4, 5, 3, 5, 4, 5, 4] },
] as const;

export function GaugesSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Section className={className} title={t(($) => $.preview.section.gauges)}>
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-4">
        {GAUGES.map(({ state, account }) => (
          <div key={state} className="grid content-start gap-2">
            <MarginGauge account={account} />
            <span className="text-11 text-fg-3">{t(($) => $.preview.state[state])}</span>
          </div>
        ))}
      </div>
      <Wrap className="mt-5 gap-x-8">
        <Specimen state={t(($) => $.preview.state.line)}>
          <div className="flex gap-4">
            {LINES.map((line) => (
              <Sparkline key={line.direction} {...line} baseline={4} width={72} height={24} area className="w-18" />
            ))}
          </div>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.people)}>
          <div className="flex items-center gap-2">
            <Avatar name={AN.fullName} />
            {AN.fullName}
            <span className="text-fg-3">
              <AccountNumber number={ACCOUNT.subAccountCode} />
            </span>
          </div>
        </Specimen>
        <Specimen state={t(($) => $.network.title)}>
          <div className="flex flex-wrap gap-4 text-11 text-fg-2">
            {NETWORK_STATUSES.map((status) => (
              <NetworkStatus key={status} status={status} />
            ))}
          </div>
        </Specimen>
      </Wrap>
    </Section>
  );
}
