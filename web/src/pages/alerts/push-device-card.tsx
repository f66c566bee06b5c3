/** The devices that are notified: this one switched on or off, or why it can't be, and the others to remove. */
import type { PushDevice } from '@mua/contract/entities/push-device';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { noticeDeliveryQuery } from '#accounts/notice-delivery.ts';
import { type BrowserStand, notifyHere, ownBrowserQuery, stopHere } from '#accounts/own-browser.ts';
import { pushDevicesQuery, removeDevice } from '#accounts/push-devices.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { type Refused, useSubmission } from '#wire/submission.ts';

const NO_DEVICES: readonly PushDevice[] = [];

interface PushHere {
  /** Undefined until it is known. */
  readonly stand: BrowserStand | undefined;
  /** The devices of the investor. */
  readonly devices: readonly PushDevice[];
  /** This one, where it is one of them. */
  readonly here: PushDevice | undefined;
  readonly isBusy: boolean;
  readonly refusal: Refused | null;
  /** The devices could not be read. */
  readonly error: unknown;
  retry(): void;
  switchHere(isOn: boolean): void;
  remove(device: PushDevice): void;
}

export function usePushHere(userId: string): PushHere {
  const client = useQueryClient();
  const { data: own } = useQuery(ownBrowserQuery);
  const { data: listed, error, refetch } = useQuery(pushDevicesQuery(userId));
  const { isBusy, refusal, submit } = useSubmission();
  const devices = listed?.items ?? NO_DEVICES;
  const here = devices.find(({ deviceId }) => deviceId === own?.deviceId);
  const change = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    await submit(work);
    // Where push reaches, and whether it is dead, follows from the devices.
    await client.invalidateQueries({ queryKey: noticeDeliveryQuery(userId).queryKey });
  };
  return {
    stand: listed && own?.stand,
    ...{ devices, here, isBusy, refusal, error: listed ? null : error },
    retry: () => void refetch(),
    switchHere: (isOn) =>
      void change(() => (isOn ? notifyHere(client, userId) : stopHere(client, userId, here?.deviceId ?? ''))),
    remove: (device) =>
      void change(() =>
        device === here ? stopHere(client, userId, device.deviceId) : removeDevice(client, userId, device.deviceId),
      ),
  };
}

export function PushDeviceCard({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { stand, devices, here, isBusy, refusal, error, retry, switchHere, remove } = usePushHere(userId);
  return (
    <Card data-testid="push-devices" className="grid gap-1 p-4">
      <h2 className="font-semibold text-14">{t(($) => $.notices.push.devices)}</h2>
      {error ? <ErrorPanel panel={t(($) => $.notices.push.devices)} code={errorCodeOf(error)} onRetry={retry} /> : null}
      {stand !== undefined && stand !== 'able' && <WhyNot stand={stand} />}
      {stand === 'able' && (
        <SwitchRow
          name={t(($) => $.notices.push.here)}
          isOn={here !== undefined}
          disabled={isBusy}
          onChange={switchHere}
        />
      )}
      <RefusalNote refusal={refusal} />
      {devices.length > 0 && (
        <ul className="divide-y divide-border border-border border-t">
          {devices.map((device) => (
            <DeviceRow key={device.deviceId} device={device} isHere={device === here} onRemove={() => remove(device)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function WhyNot({ stand }: { stand: Exclude<BrowserStand, 'able'> }) {
  const { t } = useTranslation();
  return <p className="text-12 text-fg-2">{t(($) => $.notices.push[stand])}</p>;
}

interface DeviceRowProps {
  readonly device: PushDevice;
  readonly isHere: boolean;
  readonly onRemove: () => void;
}

function DeviceRow({ device, isHere, onRemove }: DeviceRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = device.name || t(($) => $.notices.push.unknown);
  return (
    <li className="flex items-center gap-2.5 py-2">
      <Monitor aria-hidden className="size-4 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1 text-12">
        <p className="flex flex-wrap items-center gap-x-2 text-13">
          {name}
          {isHere && <Badge tone="info">{t(($) => $.notices.push.thisOne)}</Badge>}
        </p>
        {device.failingSince === null ? (
          <p className="text-fg-3">{t(($) => $.notices.push.since, { time: format.dateTime(device.addedAt) })}</p>
        ) : (
          <p className="text-danger">
            {t(($) => $.notices.push.failing, { time: format.dateTime(device.failingSince) })}
          </p>
        )}
      </div>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11 max-md:px-3"
        aria-label={t(($) => $.notices.push.removeNamed, { device: name })}
        onClick={onRemove}
      >
        {t(($) => $.notices.push.remove)}
      </Button>
    </li>
  );
}
