/** Scripted scenarios as whoever runs a simulated exchange asks for them: which one, in which contract, from when. */
import type { ScenarioName } from '@mua/contract/http/operator';
import type { ScenarioToBegin } from '#ground/config.ts';

/** One contract has one at a time. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly contractCode: string;
  /** Engine time. */
  readonly beginsMs: number;
}

export interface ScenarioControls {
  /** Undefined for a contract that the exchange does not list. */
  contractFor(scenario: ScenarioToBegin): string | undefined;
  /** Takes the place of whatever runs in the contract. */
  start(scenario: Scenario): void;
  stop(contractCode: string): void;
  /** Running or about to, by their beginning. */
  list(): readonly Scenario[];
}
