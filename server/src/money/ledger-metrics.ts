/** What operators see of the comparison of ledger and balances, in the process that compares. */
import { Gauge, type Registry } from 'prom-client';
import type { LedgerCheck } from '#money/ledger-check.ts';

export function gaugeLedger(registry: Registry, check: Pick<LedgerCheck, 'drifts' | 'lookedMs'>): void {
  const registers = [registry];
  new Gauge({
    name: 'mua_ledger_drifts',
    help: 'Balances and postings that did not add up when last looked at',
    registers,
    collect() {
      this.set(check.drifts);
    },
  });
  new Gauge({
    name: 'mua_ledger_looked_seconds',
    help: 'When it was last looked, in seconds since 1970; 0 before',
    registers,
    collect() {
      this.set(Math.round(check.lookedMs / 1000));
    },
  });
}
