/** The way from a stranger to a customer, with where somebody is on it. */
import type { Registration } from '@mua/contract/entities/registration';
import { Check, Circle, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';

const STATIONS = ['created', 'fill', 'review', 'sign', 'active'] as const;

const STATION_OF: Readonly<Record<Registration['status'], number>> = {
  DRAFT: 1,
  INCOMPLETE: 1,
  REJECTED: 1,
  PENDING: 2,
  PENDING_ACTIVATE: 3,
  ACTIVE: STATIONS.length,
  INACTIVE: STATIONS.length,
};

export function StatusWay({ registration: { status, kind } }: { readonly registration: Registration }) {
  const { t } = useTranslation();
  const now = STATION_OF[status];
  const hints = {
    created: t(($) => $.application.way.createdHint),
    fill: null,
    review: kind === 'BUSINESS' ? t(($) => $.application.way.reviewHint) : null,
    sign: t(($) => $.application.way.signHint),
    active: t(($) => $.application.way.activeHint),
  };
  return (
    <Card aria-label={t(($) => $.application.way.title)} className="grid content-start gap-4">
      <h2 className="font-semibold">{t(($) => $.application.way.title)}</h2>
      <ol className="grid gap-4">
        {STATIONS.map((station, at) => {
          const Icon = at < now ? Check : at === now ? CircleDot : Circle;
          return (
            <li key={station} aria-current={at === now ? 'step' : undefined} className="flex items-start gap-3">
              <Icon
                aria-hidden
                className={cn(
                  'mt-0.5 size-4 shrink-0',
                  at < now ? 'text-success' : at === now ? 'text-primary-text' : 'text-fg-3',
                )}
              />
              <span className={cn('grid gap-0.5', at > now && 'text-fg-2')}>
                <span className={cn(at === now && 'font-medium')}>
                  {t(($) => $.application.way[station])}
                  <span className="sr-only">
                    , {t(($) => $.application.way[at < now ? 'done' : at === now ? 'now' : 'toCome'])}
                  </span>
                </span>
                {hints[station] && <span className="text-12 text-fg-2">{hints[station]}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
