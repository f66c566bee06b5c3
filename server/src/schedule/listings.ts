/** Lists delivery months, and adds new ones when a trade date rolls. */
import {
  type CommandBody,
  type Commodity,
  type Contract,
  deliveryMonthOf,
  type EngineState,
  listContracts,
  neighbourSpreads,
  RECORDED_GOLD,
  REFERENCE_COMMODITIES,
} from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import type { Stage } from '#schedule/timekeeper.ts';

export interface ListedInstrument {
  readonly contract: Contract;
  readonly commodity: Commodity;
}

/** All reference commodities with their next delivery months, each on its own trade date. */
export function listedInstruments(dateOf: (commodity: Commodity) => CivilDate): ListedInstrument[] {
  return REFERENCE_COMMODITIES.flatMap(({ commodity, listing }) =>
    listContracts(commodity, listing, dateOf(commodity)).map((contract) => ({ contract, commodity })),
  );
}

/** The one contract of a recording, listed today or not. Undefined if its commodity is unknown. */
export function recordedInstrument(contractCode: string): ListedInstrument | undefined {
  return deliveryMonthOf(contractCode, [...REFERENCE_COMMODITIES, RECORDED_GOLD]);
}

/** Lists the spreads of neighbouring months of a commodity, as the simulated exchange does. */
export function missingSpreads(state: EngineState, months: readonly Contract[]): CommandBody[] {
  return neighbourSpreads(months)
    .filter(({ code }) => !state.spreads.has(code))
    .map(({ near, far }) => ({ kind: 'listSpread', near, far }));
}

/** Lists new months of a trade date in the engine; settlement prices come from the market. */
export function listNewMonths(state: EngineState, dateOf: (commodity: Commodity) => CivilDate): Stage {
  /** The date for which each commodity's months were last looked up. */
  const lookedUp = new Map<string, CivilDate>();
  return {
    due() {
      const commands: CommandBody[] = [];
      for (const { commodity, listing } of REFERENCE_COMMODITIES) {
        const date = dateOf(commodity);
        if (lookedUp.get(commodity.code) === date || !state.commodities.has(commodity.code)) continue;
        lookedUp.set(commodity.code, date);
        for (const contract of listContracts(commodity, listing, date)) {
          if (!state.contracts.has(contract.code))
            commands.push({ kind: 'listContract', contract, settlementTicks: null });
        }
        commands.push(...missingSpreads(state, listContracts(commodity, listing, date)));
      }
      return commands;
    },
    // Runs with a trade date, which has its own timer.
    nextMs: () => Number.POSITIVE_INFINITY,
  };
}
