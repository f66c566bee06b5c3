/** By which ways an investor gets which news: their choices over the defaults (docs/rules/people.md#notices). */
import {
  DELIVERIES,
  type Delivery,
  defaultSetting,
  isChoice,
  NOTICE_CATEGORIES,
  type NoticeCategory,
  type NotificationSetting,
} from '@mua/contract/entities/notification-settings';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface NotificationSettings {
  /** All categories, in their order. */
  read(investorId: string): Promise<NotificationSetting[]>;
  /** Ways that are left out stay as they are. Throws BadRequest for one that is no choice. */
  change(investorId: string, change: SettingChange): Promise<NotificationSetting[]>;
}

export interface SettingChange extends Readonly<Partial<Record<Delivery, boolean | undefined>>> {
  readonly category: NoticeCategory;
}

interface ChoiceRow {
  readonly investor_id: string;
  readonly category: NoticeCategory;
  readonly delivery: Delivery;
  readonly is_on: boolean;
}

export function createNotificationSettings(pool: pg.Pool): NotificationSettings {
  return {
    read: (investorId) => readSettings(pool, investorId),
    async change(investorId, { category, ...ways }) {
      const chosen = DELIVERIES.filter((delivery) => ways[delivery] !== undefined);
      for (const delivery of chosen)
        if (!isChoice(category, delivery)) throw replyError('BadRequest', { field: delivery });
      await pool.query(
        `insert into notification_choice select $1, $2, chosen.* from unnest($3::text[], $4::boolean[]) as chosen
         on conflict (investor_id, category, delivery) do update set is_on = excluded.is_on`,
        [investorId, category, chosen, chosen.map((delivery) => ways[delivery])],
      );
      return readSettings(pool, investorId);
    },
  };
}

/** Whether news of that category is mailed. */
export async function wantsMail(client: Queryable, investorId: string, category: NoticeCategory): Promise<boolean> {
  return (await whoWantsMail(client, [investorId], category)).length > 0;
}

/** Those of them to whom news of that category is mailed. */
export async function whoWantsMail(
  client: Queryable,
  investorIds: readonly string[],
  category: NoticeCategory,
): Promise<readonly string[]> {
  const choices = await readChoices(client, investorIds);
  return investorIds.filter((investorId) => settingOf(category, choices.get(investorId)).mail);
}

async function readSettings(client: Queryable, investorId: string): Promise<NotificationSetting[]> {
  const choices = (await readChoices(client, [investorId])).get(investorId);
  return NOTICE_CATEGORIES.map((category) => settingOf(category, choices));
}

async function readChoices(
  client: Queryable,
  investorIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChoiceRow[]>> {
  const found = await client.query<ChoiceRow>(
    'select investor_id, category, delivery, is_on from notification_choice where investor_id = any($1)',
    [investorIds],
  );
  const choices = new Map<string, ChoiceRow[]>();
  for (const row of found.rows) choices.set(row.investor_id, [...(choices.get(row.investor_id) ?? []), row]);
  return choices;
}

function settingOf(category: NoticeCategory, choices: readonly ChoiceRow[] = []): NotificationSetting {
  const setting = { ...defaultSetting(category) };
  // A way may have been a choice when it was made, and is none any more.
  for (const row of choices)
    if (row.category === category && isChoice(category, row.delivery)) setting[row.delivery] = row.is_on;
  return setting;
}
