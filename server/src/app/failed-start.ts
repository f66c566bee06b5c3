/** How the process ends other than by a stop: its message, and whether restarting may help. */
import type { Logger } from 'pino';
import { StopAskedError } from '#app/shutdown.ts';
import { AuditDamagedError } from '#audit/noted-end.ts';
import { BusRefusedError } from '#bus/bus.ts';
import { DatabaseAwayError } from '#db/await-database.ts';
import { DatabaseTooNewError, WriterBusyError } from '#db/database.ts';
import { DatabaseRoleError } from '#db/roles.ts';
import { ConfigError } from '#ground/config.ts';
import { RestoreRunsError, WrongDataDirError } from '#ground/data-dir.ts';
import { CRASHED, HOPELESS } from '#ground/exit-codes.ts';
import { WrongKeyError } from '#identity/security/key-seal.ts';
import { EngineTooOldError } from '#journal/engine-version.ts';
import { JournalDamagedError } from '#journal/journal.ts';
import { EngineTooNewError } from '#journal/replay.ts';
import { TicksInUseError } from '#schedule/reference-data.ts';
import { RecordingError } from '#venue/recorded/recording.ts';

const HOPELESS_KINDS = [
  ConfigError,
  WrongDataDirError,
  WrongKeyError,
  DatabaseTooNewError,
  DatabaseRoleError,
  JournalDamagedError,
  AuditDamagedError,
  EngineTooNewError,
  EngineTooOldError,
  RecordingError,
  TicksInUseError,
];

/** A bus may come yet, a writer be gone soon, a database thaw, a restore end; and their sentences say what is wanted. */
const MAY_PASS = [BusRefusedError, WriterBusyError, DatabaseAwayError, RestoreRunsError];

function isHopeless(error: unknown): boolean {
  return HOPELESS_KINDS.some((kind) => error instanceof kind);
}

const WAY_OUT =
  'Restore the database from your backup (docs/operating/README.md#backup), and keep this one: it shows what was done to it';

/** What is damaged is not mended by a start; a restore, which finds the same, has a way out of its own. */
function sentenceOf(error: Error): string {
  const isDamaged = error instanceof JournalDamagedError || error instanceof AuditDamagedError;
  return isDamaged ? `${error.message}. ${WAY_OUT}` : error.message;
}

/** Returns the handler that ends the process after any unexpected failure: the next start recovers. */
export function endOnCrash(log: Logger): (error: unknown) => never {
  const crash = (error: unknown): never => {
    console.error(error instanceof Error ? `${error.message}${error.cause ? `: ${String(error.cause)}` : ''}` : error);
    log.fatal({ err: error }, 'the server ends');
    process.exit(CRASHED);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return crash;
}

/** Closes what a start had opened that was refused, failed, or was asked to stop. */
export async function endFailedStart(error: unknown, closeAll: () => Promise<void>): Promise<never> {
  if (error instanceof StopAskedError) {
    await closeAll();
    process.exit(0);
  }
  console.error(error instanceof Error ? sentenceOf(error) : error);
  const isTold = isHopeless(error) || MAY_PASS.some((kind) => error instanceof kind);
  if (!isTold && error instanceof Error && error.stack) console.error(error.stack);
  // If another server is the writer, the PostgreSQL below belongs to that server too.
  if (!(error instanceof WriterBusyError)) await closeAll().catch((fault: unknown) => console.error(fault));
  process.exit(isHopeless(error) ? HOPELESS : CRASHED);
}

/** The setting at fault if the address can't be listened on; any other failure may pass. */
const BLAMED: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT',
  EACCES: 'PORT',
  EADDRNOTAVAIL: 'HOST',
  ENOTFOUND: 'HOST',
};

export function blameForListening(error: unknown): never {
  if (!(error instanceof Error && 'code' in error)) throw error;
  const setting = BLAMED[String(error.code)];
  throw setting === undefined ? error : new ConfigError(`${setting}: ${error.message}`, { cause: error });
}
