/**
 * What investors have arranged, on whichever device (record 185). A change is told to the investor's other devices, at
 * the neighbours' too; a word that is lost is made up for when they next look.
 */
import { KEEPSAKES, type Keepsake, type Keepsakes as Reading } from '@mua/contract/entities/keepsake';
import { readKeepsakes, writeKeepsakes } from '@mua/contract/http/keepsakes';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '#ground/clock.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { readChanges, writeChanges } from '#keepsakes/keepsake-store.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface KeepsakesChanged {
  readonly investorId: string;
  /** As of which there is something new. */
  readonly place: number;
}

export interface Keepsakes {
  bind(bind: Bind): void;
  /** Calls with every change, made here or told by a neighbour. */
  onChanged(listener: (changed: KeepsakesChanged) => void): void;
}

const changedWord = z.object({ investorId: z.string(), place: z.int() });

export interface KeepsakesDeps {
  readonly pool: pg.Pool;
  /** Real time: devices stamp by their own clocks, which know nothing of the engine's. */
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly neighbours: Neighbours | undefined;
  /** What goes with it: the answer waits for it, and does not fail with it. */
  readonly onWritten: (investorId: string, items: readonly Keepsake[]) => Promise<void>;
}

export function createKeepsakes({ pool, wall, neighbours, onWritten }: KeepsakesDeps): Keepsakes {
  const listeners: ((changed: KeepsakesChanged) => void)[] = [];
  const tellHere = (changed: KeepsakesChanged): void => {
    for (const listener of listeners) listener(changed);
  };
  neighbours?.hear('keepsakes.changed', (text) => tellHere(changedWord.parse(JSON.parse(text))));

  async function read(investorId: string, after: number): Promise<Reading> {
    return { ...(await readChanges(pool, investorId, after)), nowMs: wall.nowMs() };
  }

  async function write(investorId: string, items: readonly Keepsake[]): Promise<void> {
    const nowMs = wall.nowMs();
    if (items.some(({ stamp }) => timeOf(stamp) > nowMs + KEEPSAKES.aheadMs)) {
      throw replyError('BadRequest', { field: 'stamp' });
    }
    const { place } = await writeChanges(pool, investorId, { items, nowMs });
    if (place === null) return;
    await onWritten(investorId, items);
    tellHere({ investorId, place });
    neighbours?.tell('keepsakes.changed', JSON.stringify({ investorId, place }));
  }

  return {
    bind(bind) {
      bind(readKeepsakes, async ({ actor, query }) => ok(await read(actor.investorId, Number(query.after ?? 0))));
      bind(writeKeepsakes, async ({ actor, body: { after, items } }) => {
        if (items.length > 0) await write(actor.investorId, items);
        return ok(await read(actor.investorId, after));
      });
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}

function timeOf(stamp: string): number {
  return Number(stamp.slice(0, stamp.indexOf('.')));
}
