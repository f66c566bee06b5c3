/** Scripted scenarios of a simulated exchange: which one, in which contract, from when. */
import type { ScenarioName } from '@mua/contract/http/operator';
import type { ScenarioToBegin } from '#ground/config.ts';

/** A contract has one at a time. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly contractCode: string;
  /** Engine time. */
  readonly beginsMs: number;
}

export interface ScenarioControls {
  /** Undefined for a contract that the exchange does not list. */
  contractFor(scenario: ScenarioToBegin): string | undefined;
  /** Replaces a running scenario of the contract. */
  start(scenario: Scenario): void;
  stop(contractCode: string): void;
  /** Running or upcoming ones, by their beginning. */
  list(): readonly Scenario[];
}
