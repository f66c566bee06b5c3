/** The exchanges and their links, for operators (docs/rules/orders.md#statuses). */
import { z } from 'zod';
import { by } from '#http/operator.ts';
import { defineRoute } from '#route.ts';
import { contractCode, cursor, instant, limitText, listOf, opaqueId, orderStatus, seq } from '#wire.ts';

/** An exchange that the broker trades at: its kind of accounts, and whether its link is up. */
const venue = z
  .object({ name: z.string(), accounts: z.enum(['demo', 'live']), isConnected: z.boolean() })
  .meta({ id: 'Venue' });
export type VenueOnWire = z.infer<typeof venue>;

const venues = listOf(venue);

export const listVenues = defineRoute({
  method: 'GET',
  path: '/operator/venues',
  access: 'operator',
  purpose: 'Lists the exchanges that accounts trade at, and whether their links are up.',
  replies: { 200: venues },
  errors: [],
});

export const setVenueLink = defineRoute({
  method: 'POST',
  path: '/operator/venues/link',
  access: 'operator',
  purpose: 'Cuts the link to an exchange of ours for a drill, or mends it; the exchange trades on meanwhile.',
  body: z.strictObject({ isUp: z.boolean(), ...by }).meta({ id: 'VenueLinkRequest' }),
  replies: { 200: venues },
  errors: ['SimulatedVenueOnly', 'JOURNAL_UNAVAILABLE'],
});

export const VENUE_ALARM_KINDS = ['suspense', 'doubt', 'link'] as const;

/**
 * Suspense: a report of lots that belong to no known order, by exec id. Doubt: an order whose state no rule can settle.
 * Link: a link that went down or came back.
 */
const venueAlarm = z
  .object({
    seq,
    time: instant,
    kind: z.enum(VENUE_ALARM_KINDS),
    venue: z.string().nullable(),
    /** Why it could not be booked, what is in doubt, or what happened to the link. */
    why: z.string(),
    orderId: z.string().nullable(),
    /** The order's current status, to recognise alarms that have resolved since. */
    orderStatus: orderStatus.nullable(),
    accountId: opaqueId.nullable(),
    contractCode: contractCode.nullable(),
    execId: z.string().nullable(),
    lots: z.int(),
    /** A fill's price in ticks of its contract, and the link's text; null if there is none. */
    priceTicks: z.int().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'VenueAlarm' });
export type VenueAlarm = z.infer<typeof venueAlarm>;

export const listVenueAlarms = defineRoute({
  method: 'GET',
  path: '/operator/alarms',
  access: 'operator',
  purpose: 'Lists what exchanges did that no rule can settle, newest first: the suspense list, orders in doubt, links.',
  query: z.strictObject({
    kind: z.enum(VENUE_ALARM_KINDS).optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(venueAlarm) },
  errors: [],
});
