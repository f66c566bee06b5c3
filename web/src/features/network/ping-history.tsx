/** The last ping, the average, and the last ten as bars with their numbers, the newest on the right. */
import { LIMITS } from '@mua/contract/limits';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Explained } from '#design/ui/figures/explained.tsx';
import { averagePing, type PingTone, pingTone } from '#features/network/ping-tone.ts';
import { useNetwork } from '#network/network-store.ts';

const BARS: Record<PingTone, string> = { quick: 'bg-success', fair: 'bg-warning', slow: 'bg-danger' };
const NUMBERS: Record<PingTone, string> = { quick: 'text-success', fair: 'text-warning', slow: 'text-danger' };

const TALLEST_PX = 28;
const LEAST_PX = 3;

export function PingHistory() {
  const { t } = useTranslation();
  const pings = useNetwork((state) => state.pings);
  return (
    <div>
      <dl className="flex gap-6">
        <PingFigure name={t(($) => $.connection.pingLast)} testId="ping-last" ms={pings.at(-1) ?? null} />
        <PingFigure name={t(($) => $.connection.pingAverage)} testId="ping-average" ms={averagePing(pings)} />
      </dl>
      {pings.length > 0 && (
        <ol aria-label={t(($) => $.connection.pings)} className="mt-2 grid grid-cols-10 items-end">
          {pings.map((ms, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a ping has no name, and the list shifts as a whole.
            <PingBar key={place} ms={ms} />
          ))}
        </ol>
      )}
    </div>
  );
}

function PingFigure({ name, testId, ms }: { name: string; testId: string; ms: number | null }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="text-11 text-fg-3">{name}</dt>
      <dd data-testid={testId} className="font-semibold text-16 leading-6">
        {ms === null ? (
          <span className="font-normal text-13 text-fg-3">{t(($) => $.connection.notMeasured)}</span>
        ) : (
          <Explained text={t(($) => $.connection.hint.ping, { seconds: LIMITS.pingIntervalMs / 1000 })}>
            {t(($) => $.network.milliseconds, { ms })}
          </Explained>
        )}
      </dd>
    </div>
  );
}

function PingBar({ ms }: { ms: number }) {
  const tone = pingTone(ms);
  const height = Math.max(
    LEAST_PX,
    Math.round((Math.min(ms, LIMITS.pingAmberBelowMs) / LIMITS.pingAmberBelowMs) * TALLEST_PX),
  );
  return (
    <li data-testid="ping" data-tone={tone} className="grid justify-items-center gap-0.5">
      <span aria-hidden className={cn('w-2 rounded-[2px]', BARS[tone])} style={{ height }} />
      <span className={cn('text-11 leading-4 tabular-nums', NUMBERS[tone])}>{ms}</span>
    </li>
  );
}
