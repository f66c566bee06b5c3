/** Until when contracts can be signed, where whoever watches the machine sees it. */
import { Gauge, type Registry } from 'prom-client';
import { certificateEndMs, type SigningIdentity } from '#signed-contracts/detached-cms.ts';

export function gaugeSigning(registry: Registry, { certificate }: Pick<SigningIdentity, 'certificate'>): void {
  const gauge = new Gauge({
    name: 'mua_signing_certificate_end_seconds',
    help: 'When the certificate ends with which contracts and statements are signed, in seconds since 1970',
    registers: [registry],
  });
  gauge.set(certificateEndMs(certificate) / 1_000);
}
