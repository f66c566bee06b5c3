/** What is published of each day (docs/rules/proof.md). */
import { readSigningState } from '@mua/contract/http/operator-proof';
import { listProofDays, readProofDay, readProofKey } from '@mua/contract/http/proof';
import { pageSize } from '@mua/contract/wire';
import { type Bind, content, ok } from '#http/bind-route.ts';
import type { Proofs } from '#proof/proofs.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export function bindProofRoutes(bind: Bind, proofs: Proofs): void {
  bind(listProofDays, async ({ query }) => {
    const { kind = proofs.mainKind, cursor } = query;
    const [before] = decodeCursor(cursor, /^proof (\d{4}-\d\d-\d\d)$/) ?? [];
    const limit = pageSize(query.limit);
    const days = await proofs.days(kind, limit + 1, before);
    const items = days.slice(0, limit);
    const last = days.length > limit ? items.at(-1) : undefined;
    const nextCursor = last ? encodeCursor('proof', last.date) : null;
    return ok({ items, nextCursor, kind, refused: [...(await proofs.refused(kind))] });
  });
  bind(readProofDay, async ({ params, query }) => {
    const published = await proofs.day(query.kind ?? proofs.mainKind, params.date);
    if (published === undefined) throw replyError('NotFound', {});
    return content(Buffer.from(published), `${params.date}.json`);
  });
  bind(readSigningState, async () => ok({ items: [...(await proofs.signingState())], nextCursor: null }));
  bind(readProofKey, async () => {
    const { key, nextKey = null } = proofs;
    return ok({ key, nextKey, earlier: (await proofs.keys()).filter((one) => one !== key) });
  });
}
