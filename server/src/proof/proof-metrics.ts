/** Days that could not be signed, where whoever watches the machine sees them. */
import { setTimeout } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Proofs } from '#proof/proofs.ts';

const ANSWER_MS = 500;

export function gaugeProofs(registry: Registry, proofs: Pick<Proofs, 'signingState'>): void {
  new Gauge({
    name: 'mua_proof_days',
    help: 'Ended days that are not signed: waiting for it, or refused because they do not add up',
    labelNames: ['kind', 'status'],
    registers: [registry],
    async collect() {
      // A database that hangs or refuses must not hide the figures that tell of it: what was known before stays.
      const read = proofs.signingState().catch(() => []);
      const states = await Promise.race([read, setTimeout(ANSWER_MS, [], { ref: false })]);
      for (const { kind, waiting, refused } of states) {
        this.set({ kind, status: 'waiting' }, waiting.length);
        this.set({ kind, status: 'refused' }, refused.length);
      }
    },
  });
}
