/** The list of strategies that run: filtered, sorted and cut into pages over all of them. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import type { StrategySort } from '@mua/contract/http/strategy-figures';
import { pageSize } from '@mua/contract/wire';
import type { EngineState } from '@mua/core/engine';
import { minBigint, parseDecimal } from '@mua/core/values';
import type pg from 'pg';
import type { PageQuery } from '#copying/copying-store.ts';
import { commoditiesOf, resultNow, shownToWire } from '#copying/strategy-result.ts';
import type { StrategyResults } from '#copying/strategy-results.ts';
import type { Clock } from '#ground/clock.ts';
import { shortTurns } from '#ground/short-turns.ts';
import { unaccented } from '#ground/unaccented.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface StrategyListQuery extends PageQuery {
  readonly sort?: StrategySort | undefined;
  readonly search?: string | undefined;
  readonly market?: string | undefined;
  readonly maxDrawdown?: string | undefined;
  readonly capital?: string | undefined;
}

interface Listed {
  readonly shown: ShownStrategy;
  /** Names without accents, in lower case. */
  readonly names: readonly string[];
  readonly codes: readonly string[];
  readonly groups: readonly string[];
  /** Hundredths of a percent: the deeper one of leader and followers. */
  readonly drawdown: bigint;
}

interface ListDeps {
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly clock: Clock;
  readonly results: StrategyResults;
  readonly isSimulatedLeader: (investorId: string) => boolean;
}

/**
 * Figures are worked out anew when they are asked for and this old; whoever asks then still gets those that are there,
 * unless they are too old. After a trade date has ended all are worked out from the beginning, which nobody waits for. A
 * strategy that begins or ends is in the list, or out of it, at once.
 */
const AS_OF_MS = 2_000;
const TOO_OLD_MS = 10_000;

interface Known {
  readonly atMs: number;
  readonly tradeDate: string;
  readonly byId: Map<string, Listed>;
}

export interface StrategyList {
  page(query: StrategyListQuery): Promise<ReturnType<typeof pageOf>>;
  /** Works the figures out before anybody asks. */
  warm(): Promise<void>;
}

export function createStrategyList(deps: ListDeps): StrategyList {
  const { pool, clock, state } = deps;
  let known: Known | undefined;
  let renewing: Promise<Known> | undefined;

  async function read(): Promise<Known> {
    const [atMs, { tradeDate }] = [clock.nowMs(), state];
    return { atMs, tradeDate, byId: new Map(await readListed(deps, await readRunning(pool))) };
  }

  /** One at a time. */
  function renewed(): Promise<Known> {
    renewing ??= read()
      .then((made) => {
        known = made;
        return made;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  /** What is good enough now; it is renewed behind whoever asks. */
  async function current(): Promise<Known> {
    const ageMs = clock.nowMs() - (known?.atMs ?? 0);
    const isOld = ageMs > AS_OF_MS || ageMs < 0;
    if (known && !isOld) return known;
    const next = renewed();
    const isUseless = !known || ((ageMs > TOO_OLD_MS || ageMs < 0) && known.tradeDate === state.tradeDate);
    if (!known || isUseless) return next;
    // The next one who asks tries again.
    next.catch(() => undefined);
    return known;
  }

  async function listed(): Promise<readonly Listed[]> {
    const { byId } = await current();
    const ids = await readRunning(pool);
    const missing = ids.filter((id) => !byId.has(id));
    if (missing.length > 0) for (const [id, one] of await readListed(deps, missing)) byId.set(id, one);
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    page: async (query) => pageOf(await listed(), query),
    warm: async () => {
      await renewed();
    },
  };
}

async function readRunning(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ strategy_id: string }>(
    "select strategy_id from strategy where running = 'ACTIVE'",
  );
  return rows.map(({ strategy_id: id }) => id);
}

async function readListed(
  { state, results, isSimulatedLeader }: ListDeps,
  strategyIds: readonly string[],
): Promise<[string, Listed][]> {
  const turns = shortTurns();
  const all: [string, Listed][] = [];
  for (const result of await results.of(strategyIds)) {
    await turns();
    const isSimulated = isSimulatedLeader(result.facts.record.investorId);
    const shown = shownToWire(result, resultNow(result, state), { state, isSimulated });
    const { leader, followers } = shown.figures;
    const codes = commoditiesOf(result, state);
    const one = {
      ...{ shown, codes },
      names: [shown.name, shown.leaderName].map(searched),
      groups: codes.flatMap((code) => state.commodities.get(code)?.group ?? []),
      drawdown: minBigint(unitsOf(leader.maxDrawdown), unitsOf(followers?.maxDrawdown ?? '0')),
    };
    all.push([shown.strategyId, one]);
  }
  return all;
}

function searched(text: string): string {
  return unaccented(text).toLowerCase();
}

/** Hundredths of a percent from text that has two decimals, or as many as somebody typed. */
function unitsOf(text: string): bigint {
  const { units, scale } = parseDecimal(text) ?? { units: 0n, scale: 0 };
  return (units * 10_000n) / 10n ** BigInt(scale) / 100n;
}

/** What sorts first has the highest value; what has none comes last. */
const VALUES: Readonly<Record<StrategySort, (listed: Listed) => bigint | null>> = {
  followersReturn: ({ shown }) => shown.figures.followers && unitsOf(shown.figures.followers.returnPercent),
  leaderReturn: ({ shown }) => unitsOf(shown.figures.leader.returnPercent),
  drawdown: ({ drawdown }) => drawdown,
  winRate: ({ shown }) => (shown.figures.winRate === null ? null : unitsOf(shown.figures.winRate)),
  followers: ({ shown }) => BigInt(shown.followers),
  newest: ({ shown }) => BigInt(Date.parse(shown.startedDate ?? shown.createdDate)),
};

interface Placed {
  readonly value: bigint | null;
  readonly id: string;
}

function isAfter(a: Placed, b: Placed): boolean {
  if (a.value === b.value) return a.id > b.id;
  if (a.value === null || b.value === null) return a.value === null;
  return a.value < b.value;
}

/** A cursor names a place by value and id, so that it holds while figures move. */
function pageOf(all: readonly Listed[], query: StrategyListQuery) {
  const { sort = 'followersReturn' } = query;
  const limit = pageSize(query.limit);
  const cursor = decodeCursor(query.cursor, new RegExp(`^${sort} (none|-?\\d{1,15}) ([\\w-]{1,64})$`));
  const sorted = VALUES[sort];
  const wanted = all
    .filter((listed) => isWanted(listed, query))
    .map(({ shown, ...listed }) => ({ shown, value: sorted({ shown, ...listed }), id: shown.strategyId }))
    .sort((a, b) => (isAfter(a, b) ? 1 : -1));
  const after = cursor && { value: cursor[0] === 'none' ? null : BigInt(cursor[0] ?? 0), id: cursor[1] ?? '' };
  const rest = after ? wanted.filter((one) => isAfter(one, after)) : wanted;
  const last = rest.length > limit ? rest[limit - 1] : undefined;
  return {
    items: rest.slice(0, limit).map(({ shown }) => shown),
    nextCursor: last ? encodeCursor(sort, last.value ?? 'none', last.id) : null,
    total: wanted.length,
    hidden: all.length - wanted.length,
  };
}

function isWanted(listed: Listed, { search, market, maxDrawdown, capital }: StrategyListQuery): boolean {
  const { shown, names, codes, groups, drawdown } = listed;
  const part = search === undefined ? '' : searched(search.trim());
  const isFound = names.some((name) => name.includes(part)) || codes.some((code) => code.toLowerCase() === part);
  return (
    isFound &&
    (market === undefined || groups.includes(market)) &&
    (maxDrawdown === undefined || -drawdown <= unitsOf(maxDrawdown)) &&
    (capital === undefined || BigInt(shown.minFollowAmount) <= BigInt(capital))
  );
}
