/** The inputs of one step's checks: the updated model, the engine's state, and the state before. */
import type { EngineState, Order } from '@mua/core/engine';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';

export interface Audit {
  readonly model: Model;
  readonly state: EngineState;
  readonly step: Step;
  /** Orders that the step changed, as they were before it. */
  readonly ordersBefore: ReadonlyMap<string, Order>;
  readonly marksBefore: ReadonlyMap<string, number | null>;
  /** Of the orders that the step hands to the exchange, those that some exchange has had before. */
  readonly sentBefore: ReadonlySet<string>;
}
