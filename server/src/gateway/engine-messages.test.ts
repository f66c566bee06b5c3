import { expect, test } from 'vitest';
import { decodeGatewayAlive, encodeGatewayAlive } from '#gateway/engine-messages.ts';

test('a gateway that was never cut off, and has never heard an engine, is silent for long', () => {
  const sign = { silentMs: Number.POSITIVE_INFINITY, hearingMs: Number.POSITIVE_INFINITY };
  const { silentMs, hearingMs = 0 } = decodeGatewayAlive(encodeGatewayAlive(sign));
  expect(Math.min(silentMs, hearingMs)).toBeGreaterThan(1e15);
});
