/** What the roles of the product begin with. */
import type { DepositBank } from '@mua/contract/entities/deposit';
import type { Logger } from 'pino';
import type { Shutdown } from '#app/shutdown.ts';
import type { Config } from '#ground/config.ts';

/** What a process has once it knows its settings. */
export interface ProcessStart {
  readonly config: Config;
  readonly shutdown: Shutdown;
  readonly log: Logger;
  readonly say: (message: string) => void;
  /** Ends the process. */
  readonly crash: (error: unknown) => void;
  /** The accounts that take deposits. */
  readonly banks: readonly DepositBank[];
  readonly webFolder: string;
  readonly version: string;
}
