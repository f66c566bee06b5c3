/** Routes that list, change and cancel conditional orders (docs/rules/orders.md#conditional-orders). */
import {
  type ConditionalOrderReply,
  cancelConditionalOrder,
  listConditionalOrders,
  modifyConditionalOrder,
} from '@mua/contract/http/conditional-orders';
import { pageSize, uuidFromWire } from '@mua/contract/wire';
import type { ConditionalName, EngineState } from '@mua/core/engine';
import { type Bind, ok } from '#http/bind-route.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import type { ConditionalQueries } from '#orders/conditional-queries.ts';
import { conditionalToWire } from '#orders/conditional-wire.ts';
import type { OrderRates } from '#orders/order-routes.ts';
import type { Grids } from '#orders/order-wire.ts';
import { demandPermitted, type OwesPapers } from '#orders/permitted-orders.ts';
import { orderRefused, present, type TypedPrices } from '#orders/refused-order.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface ConditionalRouteDeps extends OrderRates {
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly conditionals: ConditionalQueries;
  readonly grids: Grids;
  readonly owesPapers: OwesPapers;
}

export function bindConditionalRoutes(bind: Bind, deps: ConditionalRouteDeps): void {
  const { submit, conditionals } = deps;
  bind(listConditionalOrders, async ({ params, query }) => {
    const { view, contractCode, cursor, limit } = query;
    return ok(await conditionals.list(params.accountId, { view, contractCode }, { cursor, limit: pageSize(limit) }));
  });
  bind(
    modifyConditionalOrder,
    async ({ params, body }) => {
      const { quantity, trailAmount, trailPercent, takeProfit, stopLoss } = body;
      demandPermitted(deps, params.accountId, body);
      const name = nameOf(params.accountId, body);
      const step = await submit({
        kind: 'modifyConditional',
        ...name,
        ...present({ quantityLots: quantity, trailAmount, trailPercent, takeProfit, stopLoss }),
      });
      return ok(await answer(deps, step, name, body));
    },
    deps.asOrder,
  );
  bind(
    cancelConditionalOrder,
    async ({ params, body }) => {
      const name = nameOf(params.accountId, body);
      return ok(await answer(deps, await submit({ kind: 'cancelConditional', ...name }), name, {}));
    },
    deps.asCancel,
  );
}

function nameOf(
  accountId: string,
  asked: { conditionalOrderId?: string | undefined; clientOrderId?: string | undefined },
): ConditionalName {
  const { conditionalOrderId, clientOrderId } = asked;
  return {
    accountId,
    ...present({
      conditionalOrderId,
      clientOrderId: clientOrderId === undefined ? undefined : uuidFromWire(clientOrderId),
    }),
  };
}

/** One that ended on an earlier trade date has left the engine's memory but not the database. */
async function answer(
  { state, conditionals, grids }: ConditionalRouteDeps,
  { command, events }: DurableStep,
  name: ConditionalName,
  typed: TypedPrices,
): Promise<ConditionalOrderReply> {
  for (const event of events) {
    if (event.kind === 'conditionalChanged') {
      const { conditional } = event;
      const conditionalOrder = conditionalToWire(conditional, command.seq, grids(conditional.contractCode));
      return { conditionalOrder, seq: command.seq };
    }
    if (event.kind !== 'commandRefused') continue;
    const { accountId, conditionalOrderId, clientOrderId } = name;
    const known = conditionalOrderId === undefined ? undefined : state.conditionals.get(conditionalOrderId);
    if (event.refusal.code === 'ConditionalOrderNotFound') {
      const past =
        conditionalOrderId === undefined
          ? await conditionals.byClientId(accountId, clientOrderId ?? '')
          : await conditionals.byId(accountId, conditionalOrderId);
      if (past) throw replyError('ConditionalOrderNotAllowed', { status: past.state });
    }
    throw orderRefused(event.refusal, known && grids(known.contractCode), typed, command.seq);
  }
  throw new Error(`seq ${command.seq} said nothing of its conditional order`);
}
