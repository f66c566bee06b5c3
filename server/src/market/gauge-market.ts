/** For operators: whether a process hears of the market that another one tells of. */
import { Gauge, type Registry } from 'prom-client';
import type { RemoteMarket } from '#market/remote-market.ts';

export function gaugeMarket(registry: Registry, market: Pick<RemoteMarket, 'ageMs'>): void {
  new Gauge({
    name: 'mua_market_age_seconds',
    help: 'How long prices may have been others than this process knows; infinite before it knows any',
    registers: [registry],
    collect() {
      this.set(market.ageMs() / 1000);
    },
  });
}
