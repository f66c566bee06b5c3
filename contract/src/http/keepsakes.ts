/** What a trader has arranged, read and written by each of their devices (record 185). */
import { z } from 'zod';
import { KEEPSAKES, keepsake, keepsakes } from '#entities/keepsake.ts';
import { defineRoute } from '#route.ts';
import { count } from '#wire.ts';

/** In a query: where the reader is. */
const place = z.string().regex(/^(?:0|[1-9]\d{0,14})$/);

export const readKeepsakes = defineRoute({
  method: 'GET',
  path: '/investor/keepsakes',
  access: 'investor',
  purpose: 'Lists what an investor has arranged: all of it, or what has changed since a place.',
  query: z.strictObject({ after: place.optional() }),
  replies: { 200: keepsakes },
  errors: [],
});

export const writeKeepsakes = defineRoute({
  method: 'POST',
  path: '/investor/keepsakes',
  access: 'investor',
  audit: 'none',
  purpose:
    'Writes changes of a device, of which each counts where its stamp is the later one, and lists what has changed since a place; BadRequest names stamps that are ahead of the server’s clock.',
  body: z.strictObject({ after: count, items: z.array(keepsake).max(KEEPSAKES.perCall) }),
  replies: { 200: keepsakes },
  errors: ['KeepsakesFull'],
});
