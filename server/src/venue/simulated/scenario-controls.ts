/** The main thread's list of scripted scenarios: running or upcoming ones by contract. */
import { SCENARIO_NAMES, type ScenarioName } from '@mua/contract/http/operator';
import { civilFromDays, DAY_MS } from '@mua/core/values';
import type { Clock } from '#ground/clock.ts';
import type { VenueListing } from '#venue/port/market-data.ts';
import type { Scenario, ScenarioControls } from '#venue/port/scenario.ts';
import { endsMs } from '#venue/simulated/scenario.ts';

/** Time to open the page after a start. */
export const FIRST_SCENARIO_AFTER_MS = 20_000;

/**
 * The commodity whose front month a scenario uses if no contract is named: corn, but for negative prices crude, which
 * has traded there. Its micro contract, because the broker would enforce a daily limit against prices below zero.
 */
const USUAL_COMMODITY: Readonly<Record<ScenarioName, string>> = {
  gap: 'ZCE',
  'limit-move': 'ZCE',
  'empty-book': 'ZCE',
  halt: 'ZCE',
  'feed-stall': 'ZCE',
  'negative-price': 'MCLE',
};

export function createScenarioControls(options: {
  readonly clock: Clock;
  readonly listed: () => Iterable<VenueListing>;
  /** Sends it to the market. */
  readonly publish: (contractCode: string, scenario: Scenario | null) => void;
}): ScenarioControls {
  const { clock, listed, publish } = options;
  const scenarios = new Map<string, Scenario>();
  return {
    contractFor({ name, contractCode }) {
      const contracts = [...listed()].map(({ contract }) => contract);
      if (contractCode !== undefined) return contracts.find(({ code }) => code === contractCode)?.code;
      // A month on its last day would expire in the middle of it.
      const today = civilFromDays(Math.floor(clock.nowMs() / DAY_MS));
      const lasting = contracts.filter(({ lastTradeDay }) => lastTradeDay > today);
      return frontOf(lasting.filter(({ commodityCode }) => commodityCode === USUAL_COMMODITY[name]));
    },
    start(scenario) {
      scenarios.set(scenario.contractCode, scenario);
      publish(scenario.contractCode, scenario);
    },
    stop(contractCode) {
      if (scenarios.delete(contractCode)) publish(contractCode, null);
    },
    list() {
      const nowMs = clock.nowMs();
      for (const [code, scenario] of scenarios) if (endsMs(scenario) <= nowMs) scenarios.delete(code);
      return [...scenarios.values()].sort((a, b) => a.beginsMs - b.beginsMs);
    },
  };
}

export function isScenarioName(name: string): name is ScenarioName {
  return (SCENARIO_NAMES as readonly string[]).includes(name);
}

function frontOf(months: readonly VenueListing['contract'][]): string | undefined {
  return months.toSorted((a, b) => (a.lastTradeDay < b.lastTradeDay ? -1 : 1))[0]?.code;
}
