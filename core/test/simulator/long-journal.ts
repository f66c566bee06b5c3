/**
 * Journals for replaying: worlds of the simulator in which everything happens that investors, house and exchange ever
 * do, one after another as long as one likes. Nobody audits them here; that is simulate.ts.
 */
import type { Command, EngineState } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { foreignerOf, mannersOf } from '#test/simulator/manners.ts';
import { createWorkload } from '#test/simulator/workload.ts';
import { World, type WorldListener } from '#test/simulator/world.ts';

/** Some weeks of trade dates. */
const WORLD_COMMANDS = 10_000;

const NOBODY: WorldListener = {
  executed() {},
  acknowledged() {},
  committed() {},
  rolledBack() {},
  traded() {},
  requestLost() {},
  madeUp() {},
};

/** The commands of each world in turn. */
export function* longJournal(commands: number): Generator<readonly Command[]> {
  let left = commands;
  for (let seed = 1; left > 0; seed += 1) {
    const wanted = Math.min(left, WORLD_COMMANDS);
    yield recordWorld(seed, wanted).commands.slice(0, wanted);
    left -= wanted;
  }
}

/** So many commands of one world, or a few more, and the state that they lead to. */
export function recordWorld(seed: number, wanted: number): { commands: readonly Command[]; state: EngineState } {
  const isForeign = mannersOf(seed) === 'foreign';
  const world = new World(NOBODY, { foreigner: isForeign ? foreignerOf(seed) : undefined });
  const random = seededRandom(seed);
  let isChoosing = true;
  // A seed of the simulator leaves kinds of acts out, to get deeper into others; here there are all of them.
  const chance = (share: number): boolean => isChoosing || random.chance(share);
  const workload = createWorkload(world, { ...random, chance }, { isThin: false, isCrafty: false, isForeign });
  isChoosing = false;
  while (world.durable.length < wanted) workload.act();
  world.commit();
  return { commands: world.durable, state: world.state };
}
