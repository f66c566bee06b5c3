/** Which news goes by which way: a table on a desk, a list by category on a phone. A lock marks what always goes. */
import {
  DELIVERIES,
  type Delivery,
  isChoice,
  NOTICE_CATEGORIES,
  type NoticeCategory,
  type NotificationSetting,
  OFFERS,
} from '@mua/contract/entities/notification-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseWay, notificationSettingsQuery } from '#accounts/notification-settings.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useOpenDialog } from '#session/open-dialog.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

interface NoticeMatrixProps {
  readonly userId: string;
  /** Channels that this installation can send by: the others have no column. */
  readonly offered: ReadonlySet<string>;
}

export function NoticeMatrix({ userId, offered }: NoticeMatrixProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isNarrow = useNarrowScreen();
  const openDialog = useOpenDialog((state) => state.open);
  const { data: settings, error, refetch } = useQuery(notificationSettingsQuery(userId));
  const { refusal, submit } = useSubmission();
  const onChoose = (category: NoticeCategory, delivery: Delivery, isOn: boolean) =>
    void submit(() => chooseWay(client, userId, { category, delivery }, isOn));
  const ways = DELIVERIES.filter((way) => way === 'mailbox' || way === 'toast' || offered.has(way));
  return (
    <Card className="overflow-hidden p-0">
      <h2 className="sr-only">{t(($) => $.notices.matrix.title)}</h2>
      {error && !settings && (
        <ErrorPanel panel={t(($) => $.notices.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
      )}
      {!settings && !error && <Skeleton className="m-4 h-72" />}
      {settings &&
        (isNarrow ? (
          <WayList ways={ways} settings={settings} onChoose={onChoose} />
        ) : (
          <WayTable ways={ways} settings={settings} onChoose={onChoose} />
        ))}
      <div className="px-4 empty:hidden">
        <RefusalNote refusal={refusal} />
      </div>
      <div className="grid gap-2 px-4 py-3 text-12 text-fg-3">
        <p className="flex items-center gap-2">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {t(($) => $.notices.matrix.locked)}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-56">{t(($) => $.notices.matrix.onDevice)}</span>
          <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => openDialog('settings')}>
            {t(($) => $.notices.matrix.toDevice)}
          </Button>
        </p>
      </div>
    </Card>
  );
}

interface WaysProps {
  readonly ways: readonly Delivery[];
  readonly settings: readonly NotificationSetting[];
  readonly onChoose: (category: NoticeCategory, delivery: Delivery, isOn: boolean) => void;
}

function WayTable({ ways, settings, onChoose }: WaysProps) {
  const { t } = useTranslation();
  return (
    <table aria-label={t(($) => $.notices.matrix.title)} className="w-full" data-testid="notice-matrix">
      <thead>
        <tr className="border-border border-b text-12 text-fg-3">
          <th scope="col" className="h-9 min-w-48 px-4 text-left font-medium">
            {t(($) => $.notices.matrix.kind)}
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="w-24 px-1 text-center font-medium">
              {t(($) => $.notices.matrix.way[way])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTICE_CATEGORIES.map((category) => (
          <tr key={category} className="border-border border-b">
            <th scope="row" className="h-10 px-4 text-left font-normal">
              {t(($) => $.notices.matrix.category[category])}
            </th>
            {ways.map((way) => (
              <td key={way} className="px-1 text-center align-middle">
                <WayChoice category={category} way={way} isOn={isOnIn(settings, category, way)} onChoose={onChoose} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Only what there is: a column of dashes says nothing where there are no columns. */
function WayList({ ways, settings, onChoose }: WaysProps) {
  const { t } = useTranslation();
  return (
    <ul data-testid="notice-matrix">
      {NOTICE_CATEGORIES.map((category) => (
        <li key={category} className="border-border border-b px-4 py-2">
          <h3 className="py-1 font-medium">{t(($) => $.notices.matrix.category[category])}</h3>
          <ul>
            {ways
              .filter((way) => OFFERS[category][way] !== 'NEVER')
              .map((way) => (
                <li key={way} className="flex min-h-11 items-center justify-between gap-3 text-fg-2">
                  <span aria-hidden={isChoice(category, way) || undefined}>{t(($) => $.notices.matrix.way[way])}</span>
                  <WayChoice category={category} way={way} isOn={isOnIn(settings, category, way)} onChoose={onChoose} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function isOnIn(settings: readonly NotificationSetting[], category: NoticeCategory, way: Delivery): boolean {
  return settings.find((setting) => setting.category === category)?.[way] ?? false;
}

interface WayChoiceProps extends Pick<WaysProps, 'onChoose'> {
  readonly category: NoticeCategory;
  readonly way: Delivery;
  readonly isOn: boolean;
}

function WayChoice({ category, way, isOn, onChoose }: WayChoiceProps) {
  const { t } = useTranslation();
  if (OFFERS[category][way] === 'ALWAYS')
    return (
      <span className="inline-grid size-4 place-items-center rounded-[4px] bg-surface-4 align-middle text-fg-2">
        <Lock aria-hidden className="size-3" />
        <span className="sr-only">{t(($) => $.notices.matrix.always)}</span>
      </span>
    );
  if (!isChoice(category, way))
    return (
      <span className="text-fg-3">
        <span aria-hidden>–</span>
        <span className="sr-only">{t(($) => $.notices.matrix.never)}</span>
      </span>
    );
  return (
    <Checkbox
      aria-label={`${t(($) => $.notices.matrix.category[category])}: ${t(($) => $.notices.matrix.way[way])}`}
      className="align-middle"
      checked={isOn}
      onCheckedChange={(next) => onChoose(category, way, next === true)}
    />
  );
}
