/** Routes of operators: decisions about applications, and new agents (docs/rules/people.md#approval). */
import {
  addAgent,
  approveRegistration,
  listAgents,
  listRegistrations,
  readRegistrationCase,
  readRegistrationPicture,
  rejectRegistration,
  returnRegistration,
} from '@mua/contract/http/operator-registrations';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import { type Bind, content, created, ok } from '#http/bind-route.ts';
import { addNewAgent, listAllAgents } from '#registration/agents.ts';
import type { Registration } from '#registration/registration.ts';

export function bindApprovalRoutes(
  bind: Bind,
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  { approvals, pictures }: Pick<Registration, 'approvals' | 'pictures'>,
): void {
  bind(listRegistrations, async () => ok({ items: await approvals.list(), nextCursor: null }));
  bind(readRegistrationCase, async ({ params }) => ok(await approvals.read(params.id)));
  bind(readRegistrationPicture, async ({ params }) => {
    await approvals.read(params.id);
    const bytes = await pictures.bytes(params.id, params.imageId);
    return content(bytes, `${params.imageId}.jpg`);
  });
  bind(approveRegistration, async ({ params, body }) => ok(await approvals.approve(params.id, body)));
  bind(rejectRegistration, async ({ params, body }) => ok(await approvals.turnDown('reject', params.id, body)));
  bind(returnRegistration, async ({ params, body }) => ok(await approvals.turnDown('return', params.id, body)));
  bind(listAgents, async () => ok({ items: await listAllAgents(pool), nextCursor: null }));
  bind(addAgent, async ({ body }) => created(await addNewAgent(pool, clock, body)));
}
