/** What the engine is told of sessions that an exchange changes by itself, while it may be far behind. */
import { type CommandBody, createEngineState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { createMarketLink } from '#market/market-link.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';

const CORN = 'ZCEZ26';

test('a halt and its end are both entered, though the engine has executed neither', async () => {
  const state = createEngineState();
  state.contracts.set(CORN, { session: 'OPEN', opensAtMs: null, isHalted: false } as never);
  const entered: CommandBody[] = [];
  let execute = (): void => {};
  const executed = new Promise<void>((resolve) => {
    execute = resolve;
  });
  const { listener } = createMarketLink({
    ...{ sequencer: { state } as never, venue: { controls: {} as never }, market: { take: () => {} } as never },
    entry: {
      enter(body: CommandBody) {
        entered.push(body);
        return executed;
      },
    } as never,
    ...{ every: () => () => {}, onUnscheduled: () => {} },
  });
  const tell = (session: 'PAUSED' | 'OPEN', isHalt: boolean): void => {
    const update = {
      contractCode: CORN,
      timeMs: 1,
      session: { state: session, opensAtMs: null, unscheduled: { isHalt } },
    };
    listener.market([update as unknown as ContractUpdate]);
  };
  tell('PAUSED', true);
  tell('PAUSED', true);
  tell('OPEN', false);
  tell('OPEN', false);
  expect(entered).toMatchObject([
    { kind: 'changeSession', contractCodes: [CORN], state: 'PAUSED', isHalt: true },
    { kind: 'changeSession', contractCodes: [CORN], state: 'OPEN', isHalt: false },
  ]);
  execute();
  await new Promise(setImmediate);
  // As the engine has it now.
  tell('OPEN', false);
  expect(entered).toHaveLength(2);
});
