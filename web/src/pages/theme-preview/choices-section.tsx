import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip, RemovableChip } from '#design/ui/controls/chip.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { AccountKindBadge, Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { Section, Wrap } from '#pages/theme-preview/specimen.tsx';

const STATUS_TONES = [
  ['WORKING', 'info'],
  ['PARTIALLY_FILLED', 'info'],
  ['FILLED', 'success'],
  ['CANCELLED', 'plain'],
  ['REJECTED', 'danger'],
] as const satisfies readonly (readonly [string, BadgeTone])[];

export function ChoicesSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [list, setList] = useState<'open' | 'settle'>('open');
  const [isAll, setIsAll] = useState(true);
  const [group, setGroup] = useState(true);
  return (
    <Section className={className} title={t(($) => $.preview.section.choices)}>
      <Tabs defaultValue="orders">
        <TabsList className="mb-3.5 border-border border-b">
          <Tab value="orders" count={{ value: 7, label: t(($) => $.desk.tab.pendingOrders, { orders: 7 }) }}>
            {t(($) => $.shell.tab.orders)}
          </Tab>
          <Tab value="positions" count={{ value: 4, label: t(($) => $.desk.tab.openPositions, { positions: 4 }) }}>
            {t(($) => $.shell.tab.positions)}
          </Tab>
          <Tab value="conditional">{t(($) => $.shell.tab.conditional)}</Tab>
        </TabsList>
        <TabContent value="orders">
          <StatusBadges />
        </TabContent>
        <TabContent value="positions">
          <KindBadges />
        </TabContent>
        <TabContent value="conditional">
          <EmptyState
            className="py-2"
            title={t(($) => $.empty.conditional.title)}
            hint={t(($) => $.empty.conditional.hint)}
          />
        </TabContent>
      </Tabs>
      <Wrap className="mt-4 items-center">
        <Segment
          label={t(($) => $.words.position.position)}
          value={list}
          onValueChange={setList}
          options={[
            { value: 'open', label: t(($) => $.shell.tab.open) },
            { value: 'settle', label: t(($) => $.shell.tab.settle) },
          ]}
        />
        <Chip on={isAll} onClick={() => setIsAll(true)}>
          {t(($) => $.shell.tab.all)}
        </Chip>
        <Chip on={!isAll} onClick={() => setIsAll(false)}>
          {t(($) => $.shell.tab.pending)} 3
        </Chip>
        {group && <RemovableChip name={t(($) => $.words.group.energy)} onRemove={() => setGroup(false)} />}
      </Wrap>
    </Section>
  );
}

function StatusBadges() {
  const { t } = useTranslation();
  return (
    <Wrap className="gap-2">
      {STATUS_TONES.map(([status, tone]) => (
        <Badge key={status} tone={tone}>
          {t(($) => $.words.status[status])}
        </Badge>
      ))}
      <Badge tone="warning">{t(($) => $.words.session.PAUSED)}</Badge>
    </Wrap>
  );
}

function KindBadges() {
  return (
    <Wrap className="gap-2">
      <AccountKindBadge isDemo />
      <AccountKindBadge isDemo={false} />
      <SideText side="BUY" />
      <SideText side="SELL" />
    </Wrap>
  );
}
