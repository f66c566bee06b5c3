/** Days that could not be signed, where whoever watches the machine sees them. */
import { Gauge, type Registry } from 'prom-client';
import type { Proofs } from '#proof/proofs.ts';

export function gaugeProofs(registry: Registry, proofs: Pick<Proofs, 'signingState'>): void {
  new Gauge({
    name: 'mua_proof_days',
    help: 'Ended days that are not signed: waiting for it, or refused because they do not add up',
    labelNames: ['kind', 'status'],
    registers: [registry],
    async collect() {
      for (const { kind, waiting, refused } of await proofs.signingState()) {
        this.set({ kind, status: 'waiting' }, waiting.length);
        this.set({ kind, status: 'refused' }, refused.length);
      }
    },
  });
}
