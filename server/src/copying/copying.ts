/** Copy trading beside the engine: its calls, and in a demo the approval that nobody gives by hand. */
import type { EngineState } from '@mua/core/engine';
import type pg from 'pg';
import { bindCopyRoutes } from '#copying/copy-routes.ts';
import { bindFiguresRoutes } from '#copying/figures-routes.ts';
import { bindStrategyDeskRoutes, createDemoStrategyApproval, waitingStrategies } from '#copying/strategy-desk.ts';
import { createStrategyList } from '#copying/strategy-list.ts';
import { createStrategyResults } from '#copying/strategy-results.ts';
import { bindStrategyRoutes } from '#copying/strategy-routes.ts';
import type { Clock } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';
import type { Bind } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Grids } from '#orders/order-wire.ts';
import type { OwesPapers } from '#orders/permitted-orders.ts';

export interface Copying {
  bind(bind: Bind): void;
  bindDesk(bind: Bind): void;
  /** Goes on with what waited when the server stopped, or what no word came of. */
  resume(): Promise<void>;
  /** Works out, beside everything else, what the list of strategies shows: the first who asks does not wait for it. */
  warm(): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createCopying(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly state: EngineState;
  readonly submit: Sequencer['submit'];
  readonly grids: Grids;
  readonly ownerOf: (accountId: string) => string | undefined;
  readonly owesPapers: OwesPapers;
  readonly isDemo: boolean;
  readonly jobs: Jobs;
  /** Leads by a rule of the house, in the demo world. */
  readonly isSimulatedLeader: (investorId: string) => boolean;
  readonly onError: (error: unknown) => void;
  /** The list of strategies was not worked out ahead: who asks first waits for it. */
  readonly onColdFigures: (error: unknown) => void;
}): Copying {
  const { pool, clock, submit, isDemo, jobs, onError } = deps;
  const policy = isDemo ? createDemoStrategyApproval({ clock, submit, onError }) : undefined;
  const closing = new AbortController();
  let warming: Promise<void> | undefined;
  const results = createStrategyResults(pool, deps.state, closing.signal);
  const list = createStrategyList({ ...deps, results });
  const onWaiting = jobs.hand('work.strategy', (strategyId) => policy?.follow(strategyId));
  return {
    bind(bind) {
      bindStrategyRoutes(bind, { ...deps, onWaiting });
      bindCopyRoutes(bind, deps);
      bindFiguresRoutes(bind, deps, { results, list });
    },
    bindDesk: (bind) => bindStrategyDeskRoutes(bind, deps),
    async resume() {
      if (!jobs.areHere) return;
      for (const strategyId of await waitingStrategies(pool)) onWaiting(strategyId);
    },
    warm() {
      warming = list.warm().catch((error) => deps.onColdFigures(error));
    },
    settled: async () => policy?.settled(),
    async close() {
      closing.abort();
      await Promise.all([policy?.stop(), warming]);
    },
  };
}
