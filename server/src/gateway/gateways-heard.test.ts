import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { encodeGatewayAlive, GATEWAY_ALIVE } from '#gateway/engine-messages.ts';
import { watchGateways } from '#gateway/gateways-heard.ts';

test('somebody can be heard while a gateway is there, hears the engine, and the bus is', async () => {
  const bus = { ...createInProcessBus(), isAway: false };
  let nowMs = 0;
  const gateways = watchGateways({ bus, steady: { nowMs: () => nowMs } });
  const say = async (silentMs: number): Promise<void> => {
    bus.publish(GATEWAY_ALIVE, encodeGatewayAlive({ silentMs, hearingMs: 60_000 }));
    await new Promise(setImmediate);
  };
  expect(gateways.isAnyThere()).toBe(false);
  await say(5_001);
  expect(gateways.isAnyThere()).toBe(false);
  await say(200);
  expect(gateways.isAnyThere()).toBe(true);
  bus.isAway = true;
  expect(gateways.isAnyThere()).toBe(false);
  bus.isAway = false;
  nowMs = 5_000;
  expect(gateways.isAnyThere()).toBe(true);
  nowMs = 5_001;
  expect(gateways.isAnyThere()).toBe(false);
  gateways.close();
});
