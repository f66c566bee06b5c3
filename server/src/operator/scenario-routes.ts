/**
 * Scripted scenarios of the simulated exchange: an operator starts, stops and lists them. Each is recorded before it
 * runs.
 */
import {
  listScenarios,
  type RunningScenario,
  SCENARIO_NAMES,
  startScenario,
  stopScenario,
} from '@mua/contract/http/operator';
import type { Clock } from '#ground/clock.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';
import { endsMs } from '#venue/simulated/scenario.ts';
import { isScenarioName } from '#venue/simulated/scenario-controls.ts';
import { instantText } from '#wire/wire-text.ts';

export interface ScenarioDeps {
  readonly submit: Sequencer['submit'];
  readonly clock: Clock;
  /** Undefined: the market is not the simulated exchange. */
  readonly scenarios: PerhapsRemote<ScenarioControls> | undefined;
}

export function bindScenarioRoutes(bind: Bind, { submit, clock, scenarios }: ScenarioDeps): void {
  bind(listScenarios, async () => ok(await listOf(boardOrError(scenarios))));
  bind(startScenario, async ({ body, request }) => {
    const board = boardOrError(scenarios);
    const { name, contractCode: asked, operatorId, reason } = body;
    if (!isScenarioName(name)) throw replyError('ScenarioNotFound', { name, names: SCENARIO_NAMES.join(' ') });
    const found = await board.contractFor({ name, ...(asked ? { contractCode: asked } : {}) });
    const contractCode = contractOrError(found, asked);
    const operator = { operatorId, reason };
    const { command } = await submit({
      kind: 'noteVenueAct',
      act: 'startScenario',
      operator,
      contractCode,
      subject: name,
    });
    request.commandSeq = command.seq;
    await board.start({ name, contractCode, beginsMs: clock.nowMs() });
    return ok(await listOf(board));
  });
  bind(stopScenario, async ({ body, request }) => {
    const board = boardOrError(scenarios);
    const { contractCode, operatorId, reason } = body;
    const running = (await board.list()).find((scenario) => scenario.contractCode === contractCode);
    if (!running) {
      contractOrError(await board.contractFor({ name: 'gap', contractCode }), contractCode);
      return ok(await listOf(board));
    }
    const operator = { operatorId, reason };
    const { command } = await submit({
      kind: 'noteVenueAct',
      act: 'stopScenario',
      operator,
      contractCode,
      subject: running.name,
    });
    request.commandSeq = command.seq;
    await board.stop(contractCode);
    return ok(await listOf(board));
  });
}

function boardOrError(board: ScenarioDeps['scenarios']): PerhapsRemote<ScenarioControls> {
  if (!board) throw replyError('SimulatedVenueOnly', {});
  return board;
}

function contractOrError(found: string | undefined, asked: string | undefined): string {
  if (found === undefined) throw replyError('ContractNotFound', { code: asked ?? '' });
  return found;
}

async function listOf(board: PerhapsRemote<ScenarioControls>): Promise<{ items: RunningScenario[]; nextCursor: null }> {
  const items = (await board.list()).map((scenario) => ({
    name: scenario.name,
    contractCode: scenario.contractCode,
    begins: instantText(scenario.beginsMs),
    ends: instantText(endsMs(scenario)),
  }));
  return { items, nextCursor: null };
}
