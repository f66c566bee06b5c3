/** The ways by which news reaches the investor, by category: read once, changed at once and taken back if refused. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import {
  CATEGORY_OF,
  type Delivery,
  defaultSetting,
  isChoice,
  type NoticeCategory,
  type NotificationSetting,
} from '@mua/contract/entities/notification-settings';
import { changeNotificationSettings, readNotificationSettings } from '@mua/contract/http/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAs } from '#signed-in/actor.ts';
import { createTurns } from '#wire/turns.ts';

export function notificationSettingsQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'notification-settings'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, readNotificationSettings, { signal })).items,
  });
}

export interface Way {
  readonly category: NoticeCategory;
  readonly delivery: Delivery;
}

const take = createTurns<NotificationSetting[]>();

/** Throws `CallError`; the choice before it is shown again then. */
export async function chooseWay(
  client: QueryClient,
  userId: string,
  { category, delivery }: Way,
  isOn: boolean,
): Promise<void> {
  const { queryKey } = notificationSettingsQuery(userId);
  const lay = (value: boolean) =>
    client.setQueryData<NotificationSetting[]>(queryKey, (items) =>
      items?.map((item) => (item.category === category ? { ...item, [delivery]: value } : item)),
    );
  // At once: the next press means the other.
  lay(isOn);
  const body = { category, [delivery]: isOn };
  const { reply, isLast } = take(async () => (await callAs(userId, changeNotificationSettings, { body })).items);
  try {
    // What is being read may put back what was there before.
    await client.cancelQueries({ queryKey });
    if (isLast()) lay(isOn);
    const items = await reply;
    if (isLast()) client.setQueryData(queryKey, items);
  } catch (error) {
    lay(!isOn);
    // Of two presses that both failed the first was no choice of the server’s.
    if (isLast()) void client.invalidateQueries({ queryKey });
    throw error;
  }
}

/** Whether news of that code goes that way; the settings are asked for only where there is a choice. */
export async function goesBy(
  client: QueryClient,
  userId: string,
  code: NoticeCode,
  delivery: Delivery,
): Promise<boolean> {
  const category = CATEGORY_OF[code];
  const preset = defaultSetting(category)[delivery];
  if (!isChoice(category, delivery)) return preset;
  const query = { ...notificationSettingsQuery(userId), staleTime: Number.POSITIVE_INFINITY };
  const items = await client.fetchQuery(query).catch(() => undefined);
  return items?.find((item) => item.category === category)?.[delivery] ?? preset;
}
