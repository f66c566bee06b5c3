/** Price alerts of the sub-account that are on; the panel of alerts changes them. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { useQuery } from '@tanstack/react-query';
import { BellOff, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { type FocusPlaces, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { openAlerts } from '#desk/open-alerts.ts';
import { AlertRow } from '#features/price-alerts/alert-row.tsx';
import { alertsQuery, useAlertActor } from '#lists/price-alerts.ts';
import { type AccountActor, errorCodeOf } from '#signed-in/actor.ts';

export function AlertsOn() {
  const { t } = useTranslation();
  const actor = useAlertActor();
  if (actor === null) return null;
  return (
    <Card data-testid="alerts-on" className="overflow-hidden p-0">
      <header className="flex flex-wrap items-center gap-x-3 border-border border-b py-1.5 pr-2 pl-4">
        <h2 className="font-semibold text-14">{t(($) => $.notices.alerts.title)}</h2>
        <p className="text-12 text-fg-3">{t(($) => $.notices.alerts.about)}</p>
        <Button variant="ghost" size="sm" className="ml-auto max-md:h-11" onClick={() => openAlerts()}>
          <Plus aria-hidden className="size-3.5" />
          {t(($) => $.notices.alerts.add)}
        </Button>
      </header>
      <Rows actor={actor} />
    </Card>
  );
}

function Rows({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(alertsQuery(actor));
  if (error && !data)
    return <ErrorPanel panel={t(($) => $.alerts.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} columns={['text', 'number']} />;
  const on = data.filter(({ isActive }) => isActive);
  if (on.length === 0) return <EmptyState icon={BellOff} title={t(($) => $.notices.alerts.none)} />;
  return <OnRows actor={actor} alerts={on} />;
}

/** Without a row left, the focus goes to the button that adds one. */
const PLACES: FocusPlaces = {
  rows: 'li',
  otherwise: (list) => list.closest('[data-testid=alerts-on]')?.querySelector<HTMLElement>('header button'),
};

function OnRows({ actor, alerts }: { actor: AccountActor; alerts: readonly PriceAlert[] }) {
  const list = useRef<HTMLUListElement>(null);
  const kept = useKeptFocus(list, PLACES);
  return (
    <ul ref={list} {...kept} className="px-2">
      {alerts.map((alert) => (
        <AlertRow
          key={alert.alertId}
          actor={actor}
          alert={alert}
          isEdited={false}
          onEdit={() => openAlerts({ contractCode: alert.contractCode, alertId: alert.alertId })}
        />
      ))}
    </ul>
  );
}
