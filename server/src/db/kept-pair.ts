/**
 * A primary and its standby in two data folders of one machine, kept whole: who is the primary is found out at a start,
 * a standby that is lost is started again or cloned anew, and after a promotion the old primary becomes the standby. In
 * production Patroni does this, over machines (docs/operating/README.md#a-standby-of-the-database).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  hasEmbeddedPostgres,
  isStandby,
  runningPostgresUrl,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  timelineOnDisk,
} from '#db/embedded-postgres.ts';
import { cloneStandby, StandbyError, startStandby } from '#db/standby.ts';
import { type Durability, type PairState, type PairWatch, watchPair } from '#db/standby-watch.ts';
import { steadyClock } from '#ground/clock.ts';
import { WrongDataDirError } from '#ground/data-dir.ts';
import { growingPause } from '#ground/growing-pause.ts';

export interface PairToKeep {
  /** Both may be empty; which of them has the primary changes with every promotion. */
  readonly dataDirs: readonly [string, string];
  readonly durability: Durability;
  readonly onState: (state: PairState, cause?: string) => void;
  /** Writes go to this address from now on: the standby was promoted, or the primary was started again. */
  readonly onPrimary: (url: string) => void;
  /** Throws once both are to be stopped: a primary that recovers is waited for as long as it does. */
  readonly assertNotAsked?: () => void;
}

export interface KeptPair {
  /** As their owner; undefined of one that does not run at the moment. */
  primaryUrl(): string | undefined;
  standbyUrl(): string | undefined;
  state(): PairState;
  /** Stops both. Whoever writes is stopped before. */
  stop(): Promise<void>;
}

interface Roles {
  readonly primary: string;
  readonly standby: string;
}

const RETRY_MS = 1_000;
const LOOK_MS = 250;
/** A standby that can't be made may have copied much of the database each time, so the pauses between tries grow. */
const PAUSES = { shortestMs: RETRY_MS, longestMs: 60_000 };

/** Resolves when two disks have whatever is acknowledged; until then `onState` says what is missing. */
export async function keepPair(pair: PairToKeep): Promise<KeptPair> {
  const roles = chooseRoles(pair.dataDirs);
  const ledTo = await startBoth(roles, pair);
  let onWhole = (): void => {};
  const whole = new Promise<void>((resolve) => {
    onWhole = resolve;
  });
  const kept = keepStarted(pair, { roles, ledTo, onWhole });
  try {
    await unlessAsked(pair, whole);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return kept;
}

/** What is waited for may never come. */
async function unlessAsked({ assertNotAsked }: PairToKeep, awaited: Promise<void>): Promise<void> {
  let looking: NodeJS.Timeout | undefined;
  const asked = new Promise<never>((_resolve, reject) => {
    looking = setInterval(() => {
      try {
        assertNotAsked?.();
      } catch (error) {
        reject(error);
      }
    }, LOOK_MS);
  });
  await Promise.race([awaited, asked]).finally(() => clearInterval(looking));
}

interface Started {
  readonly roles: Roles;
  /** The primary's address. */
  readonly ledTo: string;
  readonly onWhole: () => void;
}

function keepStarted(pair: PairToKeep, { onWhole, ...started }: Started): KeptPair {
  let { roles, ledTo } = started;
  let stopped = false;
  let healing: Promise<void> | undefined;
  const pause = growingPause({ ...PAUSES, nowMs: steadyClock().nowMs });

  /** Until there are two again: what keeps it from working may pass. */
  async function heal(): Promise<void> {
    while (!stopped && watch.state() !== 'both') {
      try {
        await healOneRound();
      } catch (error) {
        pair.onState(watch.state(), error instanceof Error ? error.message : String(error));
      }
      await sleep(RETRY_MS);
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    await watch.stop();
    await healing;
    await stopBoth(roles);
  }

  async function healOneRound(): Promise<void> {
    // A promotion whose answer was lost is found here.
    const found = chooseRoles(pair.dataDirs);
    if (found.primary !== roles.primary) turnTo(found);
    const { primary, standby } = roles;
    const running = runningPostgresUrl(primary);
    // Its standby takes its place at this moment.
    if (!running && watch.state() === 'promoting') return;
    const primaryUrl = running ?? (await startPrimary(primary, pair)).url;
    // It has taken it meanwhile: the one that was started is cloned anew in the next round.
    if (roles.primary !== primary) return;
    leadTo(primaryUrl);
    if (pause.isOver()) await pause.attempt(() => bringStandby(primaryUrl, standby));
  }

  function healOnce(): void {
    healing ??= heal().finally(() => {
      healing = undefined;
    });
  }

  function watchRoles({ primary, standby }: Roles): PairWatch {
    return watchPair({
      primaryUrl: () => runningPostgresUrl(primary),
      standbyUrl: () => runningPostgresUrl(standby),
      durability: pair.durability,
      onState: (state, cause) => {
        pair.onState(state, cause);
        if (state === 'both') onWhole();
        if (state === 'alone' || state === 'waits' || state === 'primaryLost') healOnce();
      },
      onPromoted: (promoted) => {
        turnTo({ primary: standby, standby: primary });
        leadTo(promoted);
        healOnce();
      },
    });
  }

  function leadTo(url: string): void {
    if (url !== ledTo) pair.onPrimary(url);
    ledTo = url;
  }

  function turnTo(next: Roles): void {
    void watch.stop();
    roles = next;
    pause.forget();
    watch = watchRoles(roles);
  }

  let watch = watchRoles(roles);
  return {
    primaryUrl: () => runningPostgresUrl(roles.primary),
    standbyUrl: () => runningPostgresUrl(roles.standby),
    state: () => watch.state(),
    stop,
  };
}

/** Returns the primary's address. */
async function startBoth({ primary, standby }: Roles, pair: PairToKeep): Promise<string> {
  const started = await startPrimary(primary, pair);
  try {
    await bringStandby(started.url, standby);
    return started.url;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

function startPrimary(dataDir: string, { assertNotAsked = () => {} }: PairToKeep): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(dataDir, () => {}, { assertNotAsked });
}

/** In this order the standby has all of the log. */
async function stopBoth({ primary, standby }: Roles): Promise<void> {
  for (const dataDir of [primary, standby]) await stopEmbeddedPostgres(dataDir);
}

/** @throws StandbyError if no database here may be the primary, or two may. */
function chooseRoles([one, other]: PairToKeep['dataDirs']): Roles {
  if (mayBePrimary(one) !== mayBePrimary(other))
    return mayBePrimary(one) ? { primary: one, standby: other } : { primary: other, standby: one };
  if (!hasEmbeddedPostgres(one) && !hasEmbeddedPostgres(other)) return { primary: one, standby: other };
  if (!mayBePrimary(one))
    throw new StandbyError(`${one} and ${other} hold no primary: promote the standby by hand, or restore a backup`);
  const [timeline, otherTimeline] = [timelineOnDisk(one), timelineOnDisk(other)];
  if (timeline === otherTimeline)
    throw new StandbyError(`${one} and ${other} both hold a primary, of timeline ${timeline}: move one of them away`);
  return timeline > otherTimeline ? { primary: one, standby: other } : { primary: other, standby: one };
}

function mayBePrimary(dataDir: string): boolean {
  return hasEmbeddedPostgres(dataDir) && !isStandby(dataDir);
}

async function bringStandby(primaryUrl: string, dataDir: string): Promise<void> {
  if (isStandby(dataDir)) {
    try {
      await startStandby(primaryUrl, dataDir);
      return;
    } catch (error) {
      // It has fallen behind for good, or its folder is damaged: a new one does as well.
      if (!(error instanceof StandbyError || error instanceof WrongDataDirError)) throw error;
    }
  }
  await cloneStandby(primaryUrl, dataDir);
}
