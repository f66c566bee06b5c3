/** The browsers that are signed in, this one first: name, place, since when, and a button to sign it out. */

import type { SignedInDevice } from '@mua/contract/entities/security';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import { SecurityCard } from '#pages/security-account/security-card.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';
import { devicesQuery, securityChanges } from '#signed-in/security.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export function DeviceList({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(devicesQuery(userId));
  const { revoke, revokeOthers } = securityChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const end = async (call: () => Promise<void>, reported: string) => {
    const refused = await submit(call);
    if (refused === null) await notifyDone(reported);
  };
  return (
    <SecurityCard testId="security-devices" title={t(($) => $.security.devices.title)}>
      {error && !data ? (
        <ErrorPanel
          panel={t(($) => $.security.devices.panel)}
          code={errorCodeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={3} columns={['text', 'number']} />
      ) : (
        <>
          <ul className="divide-y divide-border">
            {data.map((device) => (
              <DeviceRow
                key={device.sessionId}
                device={device}
                isBusy={isBusy}
                onRevoke={() =>
                  void end(
                    () => revoke(device.sessionId),
                    t(($) => $.security.devices.revoked),
                  )
                }
              />
            ))}
          </ul>
          <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
          {data.length > 1 ? (
            <Button
              variant="outline"
              className="justify-self-start max-md:h-11"
              busy={isBusy}
              onClick={() =>
                void end(
                  revokeOthers,
                  t(($) => $.security.devices.othersRevoked),
                )
              }
            >
              {t(($) => $.security.devices.revokeOthers)}
            </Button>
          ) : (
            <p className="text-12 text-fg-3">{t(($) => $.security.devices.only)}</p>
          )}
        </>
      )}
    </SecurityCard>
  );
}

interface DeviceRowProps {
  readonly device: SignedInDevice;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function DeviceRow({ device, isBusy, onRevoke }: DeviceRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = device.device || t(($) => $.security.devices.unknown);
  const since = format.dateTime(device.signedInAt);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Monitor aria-hidden className="size-4 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {device.isThis && <Badge tone="info">{t(($) => $.security.devices.thisOne)}</Badge>}
        </p>
        <p className="text-12 text-fg-2 tabular-nums">
          {device.address} · {t(($) => $.security.devices.since, { time: since })} ·{' '}
          {t(($) => $.security.devices.seen, { time: format.dateTime(device.lastSeenAt) })}
        </p>
      </div>
      {!device.isThis && (
        <Button
          size="sm"
          variant="outline"
          className="max-md:h-11 max-md:px-3"
          disabled={isBusy}
          aria-label={t(($) => $.security.devices.revokeNamed, { device: name, time: since })}
          onClick={onRevoke}
        >
          {t(($) => $.security.devices.revoke)}
        </Button>
      )}
    </li>
  );
}
