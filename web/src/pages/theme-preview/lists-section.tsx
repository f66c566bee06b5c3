/** Parts of the lists below the chart: the bar for bulk actions in each state, and the switches of the settings. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LockButton } from '#design/ui/controls/lock-button.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { BulkBar } from '#orders/ui/bulk-bar.tsx';
import { EditablePrice } from '#pages/theme-preview/editable-price.tsx';
import { Section, Specimen, Wrap } from '#pages/theme-preview/specimen.tsx';

const IDLE = { isRunning: false, done: 0, total: 0, refused: 0, fates: new Map() };
const RUNNING = { ...IDLE, isRunning: true, done: 2, total: 5 };
const SOME_REFUSED = { ...IDLE, done: 5, total: 5, refused: 1 };
const CHOSEN = ['a', 'b', 'c', 'd', 'e'];
const nothing = () => undefined;

export function ListsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [isUnlocked, setUnlocked] = useState(true);
  return (
    <Section className={className} title={t(($) => $.preview.section.lists)}>
      <div className="grid gap-px overflow-hidden rounded-md border border-border">
        {[IDLE, RUNNING, SOME_REFUSED].map((progress) => (
          <BulkBar
            key={`${progress.isRunning} ${progress.refused}`}
            chosen={progress === SOME_REFUSED ? [] : CHOSEN}
            progress={progress}
            onCancel={nothing}
            onChoose={nothing}
            onForget={nothing}
          />
        ))}
      </div>
      <Wrap className="mt-3">
        <Specimen state={t(($) => $.preview.state.locked)}>
          <LockButton isUnlocked={false} onChange={nothing} testId="preview-locked" />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.unlocked)}>
          <LockButton isUnlocked={isUnlocked} onChange={setUnlocked} testId="preview-unlocked" />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.editable)}>
          <EditablePrice />
        </Specimen>
      </Wrap>
    </Section>
  );
}

export function SwitchesSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(true);
  return (
    <Section className={className} title={t(($) => $.preview.section.switches)}>
      <div className="divide-y divide-border">
        <SwitchRow
          name={t(($) => $.settings.private)}
          hint={t(($) => $.settings.privateHint, { keys: 'Alt+H' })}
          isOn={isOn}
          onChange={setOn}
        />
        <SwitchRow name={t(($) => $.ticket.oneStep)} isOn={false} onChange={nothing} />
        <SwitchRow
          name={t(($) => $.settings.kind.refused)}
          hint={t(($) => $.settings.always)}
          isOn
          onChange={nothing}
          disabled
        />
      </div>
    </Section>
  );
}
