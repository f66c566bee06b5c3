/** What leaders do with their strategies, and who may see them (docs/rules/copying.md#strategies). */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OwnStrategy, Strategy, StrategyForm } from '@mua/contract/entities/strategy';
import {
  changeStrategy,
  listCopiers,
  listMyStrategies,
  listStrategyWeeks,
  publishStrategy,
  runStrategy,
  stopStrategy,
} from '@mua/contract/http/copy-trading';
import { uuidFromWire } from '@mua/contract/wire';
import type { EngineState } from '@mua/core/engine';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { carryOut } from '#accounts/carry-out.ts';
import { copiesOf, readStrategyOf, strategiesOf, weeksOf } from '#copying/copying-store.ts';
import { termsFromWire } from '#copying/copying-wire.ts';
import type { Actor } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

interface Moved {
  readonly actor: Actor;
  readonly params: { readonly strategyId: string };
  readonly request: FastifyRequest;
}

export interface StrategyDeps {
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly submit: Sequencer['submit'];
  readonly ownerOf: (accountId: string) => string | undefined;
  /** It waits for approval. */
  readonly onWaiting: (strategyId: string) => void;
}

function isSameForm(known: OwnStrategy, asked: StrategyForm & { readonly accountId: string }): boolean {
  return known.accountId === asked.accountId && isDeepStrictEqual(termsFromWire(known), termsFromWire(asked));
}

export function bindStrategyRoutes(bind: Bind, deps: StrategyDeps): void {
  const { pool, submit, ownerOf, onWaiting } = deps;

  async function demandOwn(investorId: string, strategyId: string): Promise<OwnStrategy> {
    const found = await readStrategyOf(pool, strategyId);
    if (found?.investorId !== investorId) throw replyError('StrategyNotFound', {});
    return found.strategy;
  }

  bind(listMyStrategies, async ({ actor }) =>
    ok({ items: await strategiesOf(pool, actor.investorId), nextCursor: null }),
  );
  bind(publishStrategy, async ({ actor, body, request }) => {
    const { accountId, clientRequestId = randomUUID(), ...form } = body;
    // Somebody else's sub-account and one that does not exist get the same answer.
    if (ownerOf(accountId) !== actor.investorId) throw replyError('NotFound', {});
    const strategyId = uuidFromWire(clientRequestId);
    const known = await readStrategyOf(pool, strategyId);
    // Under one id one strategy: what is changed later is changed by its own call.
    if (known?.investorId === actor.investorId && !isSameForm(known.strategy, body))
      throw replyError('IDEMPOTENCY_MISMATCH', {});
    if (!known) {
      await carryOut(submit, request, { kind: 'publishStrategy', accountId, strategyId, terms: termsFromWire(form) });
      onWaiting(strategyId);
    }
    return { status: 201 as const, body: await demandOwn(actor.investorId, strategyId) };
  });
  bind(changeStrategy, async ({ actor, params: { strategyId }, body, request }) => {
    const read = () => demandOwn(actor.investorId, strategyId);
    const { accountId } = await read();
    const change = { kind: 'changeStrategy', accountId, strategyId, terms: termsFromWire(body) } as const;
    await unlessEnded(read, carryOut(submit, request, change));
    onWaiting(strategyId);
    return ok(await read());
  });
  const move =
    (kind: 'runStrategy' | 'stopStrategy') =>
    async ({ actor, params: { strategyId }, request }: Moved) => {
      const read = () => demandOwn(actor.investorId, strategyId);
      const { accountId } = await read();
      await unlessEnded(read, carryOut(submit, request, { kind, accountId, strategyId }));
      return ok(await read());
    };
  bind(runStrategy, move('runStrategy'));
  bind(stopStrategy, move('stopStrategy'));
  bind(listCopiers, async ({ actor, params: { strategyId }, query: { state, ...page } }) => {
    await demandOwn(actor.investorId, strategyId);
    const isClosed = state && state === 'CLOSED';
    return ok(await copiesOf(deps, { strategyId, isClosed }, page));
  });
  bind(listStrategyWeeks, async ({ actor, params: { strategyId }, query }) => {
    await demandOwn(actor.investorId, strategyId);
    return ok(await weeksOf(pool, { strategyId }, query));
  });
}

/** The engine has forgotten what has ended: whoever can read it is told that. */
export async function unlessEnded(read: () => Promise<OwnStrategy>, move: Promise<void>): Promise<void> {
  try {
    await move;
  } catch (error) {
    if (!(error instanceof ReplyError && error.code === 'StrategyNotFound')) throw error;
    const { approval, state } = await read();
    throw state === 'ENDED' ? replyError('StrategyMoveNotAllowed', { approval, running: state }) : error;
  }
}

/** One that never ran is its leader's alone. */
export async function readShown(pool: pg.Pool, investorId: string, strategyId: string): Promise<Strategy> {
  const found = await readStrategyOf(pool, strategyId);
  const isShown = found && (found.strategy.startedDate !== null || found.investorId === investorId);
  if (!isShown) throw replyError('StrategyNotFound', {});
  return found.strategy;
}
