/**
 * How news leaves the page: a delivery is one notice on its way by one channel (docs/rules/people.md#notices). Each is
 * sent once; what the receiving service does not take is tried again while the news is news.
 */
import { z } from 'zod';
import { count, instant } from '#wire.ts';

/** Messengers: an account of the installation's own there writes to whoever has linked theirs. */
export const CHAT_CHANNELS = ['telegram', 'zalo'] as const;
export const chatChannel = z.enum(CHAT_CHANNELS).meta({ id: 'ChatChannel' });
export type ChatChannel = z.infer<typeof chatChannel>;

/** The ways that leave the page, each to an address of the investor's own. */
export const NOTICE_CHANNELS = ['push', 'mail', 'sms', ...CHAT_CHANNELS] as const;
export const noticeChannel = z.enum(NOTICE_CHANNELS).meta({ id: 'NoticeChannel' });
export type NoticeChannel = z.infer<typeof noticeChannel>;

/** `SENT`: the receiving service has taken it. `SKIPPED`: there was no more reason to send it, which `cause` tells. */
export const DELIVERY_STATES = ['WAITING', 'SENT', 'FAILED', 'SKIPPED'] as const;
export const deliveryState = z.enum(DELIVERY_STATES).meta({ id: 'DeliveryState' });
export type DeliveryState = z.infer<typeof deliveryState>;

/**
 * Why a delivery was not sent. Failed: the receiving service did not take it (`NotTaken`), or there is nobody at the
 * address any more (`NoAddress`), or they have not written to us for so long that the messenger lets us write no more
 * (`LongSilent`). Skipped: it was read meanwhile, the margin level was lifted, a later notice of the margin went in its
 * place (`Newer`), or it is no news any more (`TooLate`, as after quiet hours).
 */
export const DELIVERY_CAUSES = ['NotTaken', 'NoAddress', 'LongSilent', 'Read', 'Lifted', 'Newer', 'TooLate'] as const;
export const deliveryCause = z.enum(DELIVERY_CAUSES).meta({ id: 'DeliveryCause' });
export type DeliveryCause = z.infer<typeof deliveryCause>;

/** One notice by one channel, as the list of notices tells it. */
export const noticeDelivery = z
  .object({
    channel: noticeChannel,
    state: deliveryState,
    /** When it was sent or given up; while it waits, when it is sent. */
    at: instant,
    cause: deliveryCause.nullable(),
  })
  .meta({ id: 'NoticeDelivery' });
export type NoticeDelivery = z.infer<typeof noticeDelivery>;

/** `23:00`, in Vietnam's time. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** From is before or after to: 23:00 to 06:30 is a night. Margin calls, liquidations and security ignore them. */
export const quietHours = z
  .strictObject({ isOn: z.boolean(), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'] })
  .meta({ id: 'QuietHours' });
export type QuietHours = z.infer<typeof quietHours>;

export const DEFAULT_QUIET_HOURS: QuietHours = { isOn: false, from: '23:00', to: '06:30' };

/** The last test that the investor has asked for. */
export const channelTest = z
  .object({
    state: deliveryState,
    askedAt: instant,
    /** From asking to taken; null while it is not. */
    tookMs: count.nullable(),
    cause: deliveryCause.nullable(),
  })
  .meta({ id: 'ChannelTest' });
export type ChannelTest = z.infer<typeof channelTest>;

export const channelStatus = z
  .object({
    channel: noticeChannel,
    /** Whether this installation can send by it. */
    isOffered: z.boolean(),
    /** The investor's, as far as they need to recognise it; null: they have none. Of push, how many devices: see there. */
    address: z.string().max(200).nullable(),
    lastSentAt: instant.nullable(),
    /** From when it could be sent to when it was taken. */
    lastTookMs: count.nullable(),
    /** Nothing has been taken since then, and something should have been: the channel is dead. */
    failingSince: instant.nullable(),
    cause: deliveryCause.nullable(),
    test: channelTest.nullable(),
  })
  .meta({ id: 'ChannelStatus' });
export type ChannelStatus = z.infer<typeof channelStatus>;

/** Person-wide, for every sub-account and device. */
export const noticeDeliverySettings = z
  .object({
    quietHours,
    /** Whether what shows on a locked screen (push) states amounts; otherwise only what has happened. */
    detailsOnLockScreen: z.boolean(),
    channels: z.array(channelStatus),
  })
  .meta({ id: 'NoticeDeliverySettings' });
export type NoticeDeliverySettings = z.infer<typeof noticeDeliverySettings>;

/** How an investor links a messenger: there they show a code that was made for them, and only then it may write to them. */
export const chatInvitation = z
  .object({
    /** Opens the chat with the installation's account. */
    url: z.url(),
    /** What they write there; null: the address shows it. */
    code: z.string().nullable(),
    expiresAt: instant,
  })
  .meta({ id: 'ChatInvitation' });
export type ChatInvitation = z.infer<typeof chatInvitation>;
