/** Reconnects manually; after an error, offers to reload the page instead (docs/rules/screens.md#network-indicator). */
import { RefreshCw, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEverySecond } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { faultText } from '#features/network/network-words.ts';
import { hasFailed, registeredIn, useBrowserOnline, useConnections } from '#network/connection-store.ts';
import { network } from '#network/live-network.ts';
import { gapLeftMs } from '#network/network.ts';
import { useNetwork } from '#network/network-store.ts';
import type { ReconnectFault } from '#network/reconnect-round.ts';
import { nowMs } from '#session/clock.ts';

export function ReconnectArea() {
  const fault = useNetwork((state) => state.fault);
  return <div role="status">{fault ? <ReloadOffer fault={fault} /> : <ReconnectButton />}</div>;
}

function ReloadOffer({ fault }: { fault: ReconnectFault }) {
  const { t } = useTranslation();
  const connections = useConnections((state) => state.connections);
  return (
    <div data-testid="reconnect-fault" className="grid gap-2">
      <div>
        <p className="font-medium text-danger">{t(($) => $.connection.reloadNeeded)}</p>
        <p className="text-12 text-fg-2">{faultText(t, fault, connections)}</p>
      </div>
      <Button data-testid="reload-page" className="w-full max-md:h-11" onClick={() => window.location.reload()}>
        <RotateCw aria-hidden />
        {t(($) => $.shell.action.reload)}
      </Button>
    </div>
  );
}

function ReconnectButton() {
  const { t } = useTranslation();
  const isOnline = useBrowserOnline();
  const isReconnecting = useNetwork((state) => state.isReconnecting);
  const isDown = useConnections(({ connections }) => registeredIn(connections).some(hasFailed));
  const waitSeconds = useEverySecond(() => Math.ceil(gapLeftMs(nowMs()) / 1000));
  const mustWait = isOnline && isDown && !isReconnecting && waitSeconds > 0;
  return (
    <Button
      variant="outline"
      data-testid="reconnect"
      className="w-full tabular-nums max-md:h-11"
      disabled={!isOnline || !isDown || mustWait}
      busy={isReconnecting}
      busyLabel={t(($) => $.connection.reconnecting)}
      onClick={() => network.reconnect()}
    >
      <RefreshCw aria-hidden />
      {mustWait ? t(($) => $.connection.reconnectIn, { seconds: waitSeconds }) : t(($) => $.connection.reconnect)}
    </Button>
  );
}
