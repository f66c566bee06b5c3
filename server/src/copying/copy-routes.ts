/** What followers do (docs/rules/copying.md#following). */
import { randomUUID } from 'node:crypto';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import {
  closeCopied,
  followStrategy,
  fundCopy,
  listCopies,
  listCopyDecisions,
  listCopyWeeks,
  pauseCopy,
  readCopy,
  resumeCopy,
  stopCopy,
} from '@mua/contract/http/copy-trading';
import type { BodyOf } from '@mua/contract/route';
import { uuidFromWire } from '@mua/contract/wire';
import type { EngineState } from '@mua/core/engine';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { carryOut } from '#accounts/carry-out.ts';
import { copiesOf, decisionsOf, findCopy, fundsMovedBy, readCopyOf, weeksOf } from '#copying/copying-store.ts';
import { ratioFromWire } from '#copying/copying-wire.ts';
import { readShown } from '#copying/strategy-routes.ts';
import type { Actor } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Grids } from '#orders/order-wire.ts';
import type { OwesPapers } from '#orders/permitted-orders.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

interface Moved {
  readonly actor: Actor;
  readonly params: { readonly copyId: string };
  readonly request: FastifyRequest;
}

export interface CopyDeps {
  readonly pool: pg.Pool;
  readonly grids: Grids;
  readonly state: EngineState;
  readonly submit: Sequencer['submit'];
  readonly ownerOf: (accountId: string) => string | undefined;
  readonly owesPapers: OwesPapers;
}

export function bindCopyRoutes(bind: Bind, deps: CopyDeps): void {
  const { pool, submit } = deps;

  const { demandOwn, demandRunning, unlessClosed } = ownCopies(deps);

  bind(followStrategy, async ({ actor, params: { strategyId }, body, request }) => {
    const { accountId, copyRatio, maxLoss, copiesOpenPositions, clientRequestId = randomUUID() } = body;
    demandAccount(deps, actor.investorId, accountId);
    const copyId = uuidFromWire(clientRequestId);
    // The engine forgets what has closed, and an id is one copy's for ever: nobody writes over another's.
    const known = await findCopy(deps, copyId);
    if (!known) demandPapers(deps, actor);
    await readShown(pool, actor.investorId, strategyId);
    if (known && !isSameFollow(known, strategyId, body)) throw replyError('IDEMPOTENCY_MISMATCH', {});
    if (!known)
      await carryOut(submit, request, {
        ...{ kind: 'followStrategy', accountId, strategyId, copyId, copiesOpenPositions },
        ratioBasisPoints: ratioFromWire(copyRatio),
        maxLossVnd: BigInt(maxLoss),
      });
    return { status: 201 as const, body: await demandOwn(actor.investorId, copyId) };
  });
  bind(listCopies, async ({ actor, query }) => ok(await copiesOf(deps, { investorId: actor.investorId }, query)));
  bind(readCopy, async ({ actor, params }) => ok(await demandOwn(actor.investorId, params.copyId)));
  const move =
    (kind: 'pauseCopy' | 'resumeCopy') =>
    async ({ actor, params: { copyId }, request }: Moved) => {
      const { accountId } = await demandRunning(actor.investorId, copyId);
      await unlessClosed(actor.investorId, copyId, carryOut(submit, request, { kind, accountId, copyId }));
      return ok(await demandOwn(actor.investorId, copyId));
    };
  bind(pauseCopy, move('pauseCopy'));
  bind(resumeCopy, (moved) => {
    demandPapers(deps, moved.actor);
    return move('resumeCopy')(moved);
  });
  bind(stopCopy, async ({ actor, params: { copyId }, body, request }) => {
    const { accountId, state } = await demandOwn(actor.investorId, copyId);
    const kind = body.closesPositions ? 'closeCopy' : 'leaveCopy';
    // Again is no mistake, and neither is together with another one.
    if (state !== 'CLOSED')
      await unlessClosed(actor.investorId, copyId, carryOut(submit, request, { kind, accountId, copyId })).catch(
        (error: unknown) => {
          if (!isRefusal(error, 'CopyMoveNotAllowed')) throw error;
        },
      );
    return ok(await demandOwn(actor.investorId, copyId));
  });
  bind(fundCopy, async ({ actor, params: { copyId }, body, request }) => {
    const { otherAccountId } = body;
    const [moveId, amountVnd] = [uuidFromWire(body.clientRequestId), BigInt(body.amount)];
    const own = await demandOwn(actor.investorId, copyId);
    demandAccount(deps, actor.investorId, otherAccountId);
    const startedMs = Date.parse(own.createdDate);
    const moved = await fundsMovedBy(pool, { accountId: own.accountId, startedMs }, moveId);
    if (moved) {
      const isSame = moved.otherAccountId === otherAccountId && moved.amountVnd === amountVnd;
      if (isSame) return ok(own);
      throw replyError('IDEMPOTENCY_MISMATCH', {});
    }
    const { accountId } = await demandRunning(actor.investorId, copyId);
    const asked = { kind: 'fundCopy', accountId, copyId, otherAccountId, moveId, amountVnd } as const;
    const move = carryOut(submit, request, asked);
    await unlessClosed(actor.investorId, copyId, move);
    return ok(await demandOwn(actor.investorId, copyId));
  });
  bind(closeCopied, async ({ actor, params: { copyId }, body: { contractCode }, request }) => {
    const { accountId } = await demandRunning(actor.investorId, copyId);
    const move = carryOut(submit, request, { kind: 'closeCopied', accountId, copyId, contractCode });
    await unlessClosed(actor.investorId, copyId, move);
    return ok(await demandOwn(actor.investorId, copyId));
  });
  bind(listCopyDecisions, async ({ actor, params: { copyId }, query }) => {
    await demandOwn(actor.investorId, copyId);
    return ok(await decisionsOf(deps, copyId, query));
  });
  bind(listCopyWeeks, async ({ actor, params: { copyId }, query }) => {
    await demandOwn(actor.investorId, copyId);
    return ok(await weeksOf(pool, { copyId }, query));
  });
}

/** An id is one copy's, with its terms, for ever. */
function isSameFollow(known: OwnCopy, strategyId: string, asked: BodyOf<typeof followStrategy>): boolean {
  return (
    known.accountId === asked.accountId &&
    known.strategyId === strategyId &&
    ratioFromWire(known.copyRatio) === ratioFromWire(asked.copyRatio) &&
    known.maxLoss === asked.maxLoss
  );
}

/** What its owner asks about a copy. */
function ownCopies(deps: CopyDeps) {
  async function demandOwn(investorId: string, copyId: string): Promise<OwnCopy> {
    const found = await readCopyOf(deps, investorId, copyId);
    if (!found) throw replyError('NotFound', {});
    return found;
  }

  async function demandRunning(investorId: string, copyId: string): Promise<OwnCopy> {
    const found = await demandOwn(investorId, copyId);
    if (found.state === 'CLOSED') throw replyError('CopyMoveNotAllowed', { state: found.state });
    return found;
  }

  /** The engine has forgotten a copy that closed in the meantime: its owner is told that. */
  async function unlessClosed(investorId: string, copyId: string, move: Promise<void>): Promise<void> {
    try {
      await move;
    } catch (error) {
      if (isRefusal(error, 'NotFound')) await demandRunning(investorId, copyId);
      throw error;
    }
  }
  return { demandOwn, demandRunning, unlessClosed };
}

function isRefusal(error: unknown, code: ReplyError['code']): boolean {
  return error instanceof ReplyError && error.code === code;
}

/** As with orders: whoever owes a signature takes no new risk, and here every fill of another one would bring some. */
function demandPapers({ owesPapers }: CopyDeps, { investorId }: Actor): void {
  if (owesPapers(investorId)) throw replyError('PapersNotSigned', {});
}

/** Somebody else's sub-account and one that does not exist get the same answer. */
function demandAccount({ ownerOf }: CopyDeps, investorId: string, accountId: string): void {
  if (ownerOf(accountId) !== investorId) throw replyError('NotFound', {});
}
