/**
 * Routes for provinces, districts and wards: the same for everybody, and cacheable for a day
 * (docs/rules/people.md#addresses).
 */
import { listDistricts, listProvinces, listWards, type Place } from '@mua/contract/http/locations';
import type { FastifyReply } from 'fastify';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { Places } from '#registration/places.ts';

export function bindLocationRoutes(bind: Bind, places: Places): void {
  function listed(found: readonly Place[] | undefined, reply: FastifyReply) {
    if (!found) throw replyError('NotFound', {});
    reply.header('cache-control', 'public, max-age=86400');
    return ok({ items: [...found], nextCursor: null });
  }

  bind(listProvinces, ({ query, reply }) => listed(places.provinces(query.scheme ?? '2025'), reply));
  bind(listDistricts, ({ query, params, reply }) =>
    listed(places.districts(query.scheme ?? '2025', params.provinceId), reply),
  );
  bind(listWards, ({ query, params, reply }) =>
    listed(places.wards(query.scheme ?? '2025', params.provinceId, params.districtId), reply),
  );
}
