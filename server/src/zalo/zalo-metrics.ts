/** Whether Zalo gives tokens, as an operator's figure. */
import { Gauge, type Registry } from 'prom-client';

/** Returns what is told where the jobs are. */
export function gaugeZaloTokens(registry: Registry): (isFailing: boolean) => void {
  const gauge = new Gauge({
    name: 'mua_zalo_token_failing',
    help: 'Zalo gave no new access token for the Official Account when it was last asked (1), or it did (0)',
    registers: [registry],
  });
  return (isFailing) => gauge.set(isFailing ? 1 : 0);
}
