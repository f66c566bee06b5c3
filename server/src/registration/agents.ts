/** Agents who bring investors to the broker; a sign-up may name an agent's code. */
import { DEMO_POLICY } from '@mua/contract/demo-policies';
import type { Agent } from '@mua/contract/http/operator-registrations';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { instantText } from '#wire/wire-text.ts';

export interface NewAgent {
  readonly agentCode: string;
  readonly name: string;
  readonly branch: string;
  readonly operatorId: string;
  readonly reason: string;
}

interface AgentRow {
  readonly agent_code: string;
  readonly name: string;
  readonly branch: string;
  readonly added_ms: bigint;
}

/** Normalises a typed code: `mua-01` is `MUA-01`. */
export function agentCodeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

export async function findAgent(client: Queryable, agentCode: string): Promise<{ readonly name: string } | undefined> {
  if (agentCode.includes('\0')) return undefined;
  const found = await client.query<{ name: string }>('select name from agent where agent_code = $1', [agentCode]);
  return found.rows[0];
}

export async function listAllAgents(pool: pg.Pool): Promise<Agent[]> {
  const found = await pool.query<AgentRow>('select * from agent order by agent_code');
  return found.rows.map(agentToWire);
}

/** The table rejects a duplicate code. */
export async function addNewAgent(pool: pg.Pool, clock: Clock, agent: NewAgent): Promise<Agent> {
  const added = await pool.query<AgentRow>(
    `insert into agent (agent_code, name, branch, added_ms, operator_id, reason) values ($1, $2, $3, $4, $5, $6)
     returning *`,
    [agent.agentCode, agent.name, agent.branch, clock.nowMs(), agent.operatorId, agent.reason],
  );
  const [row] = added.rows;
  if (!row) throw new Error(`agent ${agent.agentCode} was not added`);
  return agentToWire(row);
}

/** A demo has one agent, the same at every first start. */
export async function seedDemoAgent(pool: pg.Pool, clock: Clock): Promise<void> {
  await pool.query(
    `insert into agent (agent_code, name, branch, added_ms, operator_id, reason)
     values ('MUA-01', 'Phan Thu Giang', 'Hà Nội', $1, $2, 'demo') on conflict do nothing`,
    [clock.nowMs(), DEMO_POLICY],
  );
}

function agentToWire(row: AgentRow): Agent {
  const { agent_code: agentCode, name, branch, added_ms: addedMs } = row;
  return { agentCode, name, branch, addedAt: instantText(Number(addedMs)) };
}
