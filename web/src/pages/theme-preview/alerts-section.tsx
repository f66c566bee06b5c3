/** Price alerts as in their dialog: the list with an alert in each state, and the form. Nothing here is sent. */
import { useTranslation } from 'react-i18next';
import { AlertForm } from '#features/price-alerts/alert-form.tsx';
import { AlertRow } from '#features/price-alerts/alert-row.tsx';
import { ACTOR, CORN } from '#mock/sample-records.ts';
import { ALERTS } from '#pages/theme-preview/samples.ts';
import { Section } from '#pages/theme-preview/specimen.tsx';

const nothing = () => undefined;

export function AlertsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Section className={className} title={t(($) => $.preview.section.alerts)}>
      <div inert className="grid gap-4 md:grid-cols-2">
        <ul className="self-start rounded-md border border-border">
          {ALERTS.map((alert, at) => (
            <AlertRow key={alert.alertId} actor={ACTOR} alert={alert} isEdited={at === 0} onEdit={nothing} />
          ))}
        </ul>
        <AlertForm actor={ACTOR} contract={CORN} alert={ALERTS[0]} onDone={nothing} />
      </div>
    </Section>
  );
}
