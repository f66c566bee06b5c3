/**
 * Service packages: what is offered is dated data of the engine, what a sub-account has is in its durable row, and
 * beginning and ending are commands (docs/rules/margin-and-money.md#service-packages).
 */
import { randomUUID } from 'node:crypto';
import type { ServicePackage as WirePackage } from '@mua/contract/entities/service-package';
import {
  endServicePackage,
  listServicePackages,
  listSubscriptions,
  readServicePackage,
  subscribeServicePackage,
} from '@mua/contract/http/service-packages';
import { uuidFromWire } from '@mua/contract/wire';
import { type EngineState, inForce, packagesOf, paidMonth, type ServicePackage } from '@mua/core/engine';
import type pg from 'pg';
import { carryOut } from '#accounts/carry-out.ts';
import {
  type StoredSubscription,
  subscriptionOf,
  subscriptionToWire,
  termsToWire,
} from '#accounts/stored-subscription.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface ServicePackageDeps {
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly submit: Sequencer['submit'];
  readonly ownerOf: (accountId: string) => string | undefined;
}

interface Row {
  readonly account_id: string;
  readonly investor_id: string;
  readonly full_name: string;
  readonly subscription: StoredSubscription;
}

const SUBSCRIBED = `
  select a.account_id, a.investor_id, i.full_name, a.standing -> 'subscription' as subscription
  from trading_account a join investor i using (investor_id) where a.standing -> 'subscription' is not null`;

export function bindServicePackageRoutes(bind: Bind, deps: ServicePackageDeps): void {
  const { pool, state } = deps;

  async function packagesFor(investorId: string): Promise<WirePackage[]> {
    const { rows } = await pool.query<Row>(`${SUBSCRIBED} and a.investor_id = $1 order by a.account_id`, [investorId]);
    return offered(state).map((terms) => ({
      ...termsToWire(terms),
      ...paidMonth(state.tradeDate, state.tradeDate),
      subscriptions: rows.flatMap(({ account_id: accountId, subscription }) =>
        subscription.terms.name === terms.name
          ? [{ accountId, ...subscriptionToWire(subscriptionOf(subscription)) }]
          : [],
      ),
    }));
  }

  async function packageFor(investorId: string, name: string): Promise<WirePackage> {
    const found = (await packagesFor(investorId)).find((one) => one.name === name);
    if (!found) throw replyError('NotFound', {});
    return found;
  }

  bind(listServicePackages, async ({ actor }) => ok({ items: await packagesFor(actor.investorId), nextCursor: null }));
  bind(readServicePackage, async ({ actor, params }) => ok(await packageFor(actor.investorId, params.packageName)));
  bind(subscribeServicePackage, async ({ actor, params, body, request }) => {
    const { accountId, clientRequestId = randomUUID() } = body;
    demandOwn(deps, actor.investorId, accountId);
    const asked = { accountId, packageName: params.packageName, requestId: uuidFromWire(clientRequestId) };
    await carryOut(deps.submit, request, { kind: 'subscribePackage', ...asked });
    return ok(await packageFor(actor.investorId, params.packageName));
  });
  bind(endServicePackage, async ({ actor, params, query, request }) => {
    demandOwn(deps, actor.investorId, query.accountId);
    await carryOut(deps.submit, request, {
      kind: 'endPackage',
      accountId: query.accountId,
      packageName: params.packageName,
    });
    return ok(await packageFor(actor.investorId, params.packageName));
  });
  bind(listSubscriptions, async () => {
    const { rows } = await pool.query<Row>(`${SUBSCRIBED} order by a.account_id`);
    const items = rows.map((row) => ({
      ...{ accountId: row.account_id, investorId: row.investor_id, investorName: row.full_name },
      ...subscriptionToWire(subscriptionOf(row.subscription)),
    }));
    return ok({ items, nextCursor: null });
  });
}

function offered(state: EngineState): readonly ServicePackage[] {
  const rules = inForce(state.rules, state.timeMs);
  return rules ? packagesOf(rules) : [];
}

/** Somebody else's sub-account and one that does not exist get the same answer. */
function demandOwn({ ownerOf }: ServicePackageDeps, investorId: string, accountId: string): void {
  if (ownerOf(accountId) !== investorId) throw replyError('NotFound', {});
}
