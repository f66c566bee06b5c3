/**
 * What a notice makes wait: a row for each channel by which its investor wants such news and can be reached, written by
 * the statement that writes the notice. So a delivery never comes before its batch is durable, never without its notice,
 * and never twice for one. Nobody can be reached at a simulated address.
 */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import { type ChatChannel, NOTICE_CHANNELS, type NoticeChannel } from '@mua/contract/entities/notice-delivery';
import {
  CATEGORY_OF,
  CODES_WITH_LETTERS,
  isChoice,
  isOnByDefault,
  OFFERS,
} from '@mua/contract/entities/notification-settings';

/** What follows if nobody has seen a margin call by then. */
export const UNSEEN_MS = 3 * 60_000;

/** What mail and SMS wait for: there they are the second step. */
export const ESCALATING: ReadonlySet<NoticeChannel> = new Set<NoticeChannel>(['mail', 'sms']);

/** Whether the investor `person` can be reached by a channel at once, as SQL. Mail and telephone everybody has. */
const IS_REACHED: Readonly<Record<NoticeChannel, string>> = {
  push: 'exists (select from push_subscription as device where device.investor_id = person.investor_id)',
  mail: 'true',
  sms: 'true',
  telegram: isLinked('telegram'),
  zalo: isLinked('zalo'),
};

function isLinked(channel: ChatChannel): string {
  return `exists (select from notice_chat as chat
    where chat.investor_id = person.investor_id and chat.channel = '${channel}' and not chat.is_silent)`;
}

/** Whether the investor `person` hears at once of what escalates, as SQL: by a channel that they set up and left on. */
const IS_TOLD_AT_ONCE = NOTICE_CHANNELS.filter((channel) => !ESCALATING.has(channel))
  .map((channel) => `${IS_REACHED[channel]} and ${isOnForMargin(channel)}`)
  .join(' or ');

function isOnForMargin(channel: NoticeChannel): string {
  const byDefault = String(isOnByDefault('MARGIN', channel));
  if (!isChoice('MARGIN', channel)) return byDefault;
  return `coalesce((select own.is_on from notification_choice as own where own.investor_id = person.investor_id
    and own.category = 'MARGIN' and own.delivery = '${channel}'), ${byDefault})`;
}

/** Good news costs no SMS. */
const NOT_BY_SMS: ReadonlySet<NoticeCode> = new Set<NoticeCode>(['MarginLifted']);

/**
 * Of a `with` clause: after `written`, which has the seq, ordinal, account_id, time_ms and code of the notices that were
 * really written, and `owners` with the account_id and investor_id of sub-accounts. A notice of no sub-account is its
 * investor's.
 */
export function deliveryWrites(written: string, owners: string): string {
  return `
  told as (
    select ${written}.*, coalesce(owner.investor_id, ${written}.account_id) as investor_id
    from ${written} left join ${owners} as owner using (account_id)
  ), deliveries as (
    insert into notice_delivery (investor_id, account_id, seq, ordinal, channel, code, time_ms, due_ms)
    select told.investor_id, told.account_id, told.seq, told.ordinal, offered.channel, told.code, told.time_ms,
      told.time_ms + case
        when offered.channel = 'mail' and not (${IS_TOLD_AT_ONCE}) then 0
        else offered.delay_ms end
    from told
    join (values ${offers()}) as offered (code, category, channel, is_choice, is_on, delay_ms) using (code)
    join investor as person on person.investor_id = told.investor_id
      and person.deleted_ms is null and right(person.email, ${SIMULATED.length}) <> '${SIMULATED}'
    left join notification_choice as choice on offered.is_choice and choice.investor_id = told.investor_id
      and choice.category = offered.category and choice.delivery = offered.channel
    where coalesce(choice.is_on, offered.is_on)
      and case offered.channel ${NOTICE_CHANNELS.map((channel) => `when '${channel}' then ${IS_REACHED[channel]}`).join(' ')} end
    on conflict do nothing
  )`;
}

const SIMULATED = '@simulated.invalid';

/** Names of ours, no input. */
function offers(): string {
  const rows = Object.entries(CATEGORY_OF).flatMap(([code, category]) =>
    NOTICE_CHANNELS.flatMap((channel) => {
      const isOwnLetter = channel === 'mail' && OWN_LETTERS.has(code);
      if (OFFERS[category][channel] === 'NEVER' || isOwnLetter || (channel === 'sms' && UNSENT.has(code))) return [];
      const delayMs = category === 'MARGIN' && ESCALATING.has(channel) ? UNSEEN_MS : 0;
      const [is, on] = [isChoice(category, channel), isOnByDefault(category, channel)];
      return [`('${code}', '${category}', '${channel}', ${is}, ${on}, ${delayMs}::bigint)`];
    }),
  );
  return rows.join(', ');
}

const OWN_LETTERS: ReadonlySet<string> = CODES_WITH_LETTERS;
const UNSENT: ReadonlySet<string> = NOT_BY_SMS;
