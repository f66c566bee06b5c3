/** The investor's choice of which news reaches them by which way, on every device. */
import {
  DELIVERIES,
  type Delivery,
  isChoice,
  NOTICE_CATEGORIES,
  type NoticeCategory,
  OFFERS,
} from '@mua/contract/entities/notification-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseWay, notificationSettingsQuery } from '#accounts/notification-settings.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Switch } from '#design/ui/controls/switch.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';

/** Push has no column: no device can be registered yet. */
const WAYS = DELIVERIES.filter((delivery) => delivery !== 'push');

export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const userId = useActiveUser();
  const openDialog = useOpenDialog((state) => state.open);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[560px] gap-4">
        <div>
          <DialogTitle>{t(($) => $.settings.news.title)}</DialogTitle>
          <DialogDescription className="text-12">{t(($) => $.settings.news.everywhere)}</DialogDescription>
        </div>
        {userId !== null && <Ways userId={userId} />}
        <div className="flex flex-wrap items-center justify-between gap-2 text-12 text-fg-2">
          <p className="min-w-0 flex-1 basis-56">{t(($) => $.settings.news.onDevice)}</p>
          <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => openDialog('settings')}>
            {t(($) => $.settings.news.toDevice)}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Ways({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { data: items, error } = useQuery(notificationSettingsQuery(userId));
  const [refused, setRefused] = useState<unknown>(null);
  const choose = (category: NoticeCategory, delivery: Delivery, isOn: boolean) => {
    setRefused(null);
    chooseWay(client, userId, { category, delivery }, isOn).catch(setRefused);
  };
  const fault = error ?? refused;
  return (
    <>
      {fault !== null && (
        <p role="alert" className="text-12 text-danger">
          {writtenError({ t, format }, refusalIn(fault))}
        </p>
      )}
      {!items && !error && <Skeleton className="h-60" />}
      {items && (
        <table className="w-full">
          <thead>
            <tr className="border-border border-b text-12 text-fg-3">
              <th scope="col" className="py-1.5 text-left font-medium">
                <span className="sr-only">{t(($) => $.settings.news.kind)}</span>
              </th>
              {WAYS.map((delivery) => (
                <th
                  key={delivery}
                  scope="col"
                  className="px-2 py-1.5 font-medium max-md:w-19 max-md:px-1 md:whitespace-nowrap"
                >
                  {t(($) => $.settings.news.way[delivery])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {NOTICE_CATEGORIES.map((category) => (
              <tr key={category} className="border-border border-b">
                <th scope="row" className="py-1.5 pr-2 text-left align-middle font-normal">
                  {t(($) => $.settings.news.category[category])}
                </th>
                {WAYS.map((delivery) => (
                  <td key={delivery} className="h-10 px-1 text-center align-middle max-md:h-11">
                    <WaySwitch
                      category={category}
                      delivery={delivery}
                      isOn={items.find((item) => item.category === category)?.[delivery] ?? false}
                      onChoose={choose}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface WaySwitchProps {
  readonly category: NoticeCategory;
  readonly delivery: Delivery;
  readonly isOn: boolean;
  readonly onChoose: (category: NoticeCategory, delivery: Delivery, isOn: boolean) => void;
}

function WaySwitch({ category, delivery, isOn, onChoose }: WaySwitchProps) {
  const { t } = useTranslation();
  const offer = OFFERS[category][delivery];
  if (offer === 'ALWAYS')
    return (
      <span className="inline-flex items-center gap-1 text-12 text-fg-2">
        <Lock aria-hidden className="size-3.5" />
        {t(($) => $.settings.news.always)}
      </span>
    );
  if (!isChoice(category, delivery))
    return (
      <span className="text-fg-3">
        <span aria-hidden>–</span>
        <span className="sr-only">{t(($) => $.settings.news.never)}</span>
      </span>
    );
  return (
    <Switch
      aria-label={`${t(($) => $.settings.news.category[category])}: ${t(($) => $.settings.news.way[delivery])}`}
      checked={isOn}
      onCheckedChange={(next) => onChoose(category, delivery, next)}
    />
  );
}
