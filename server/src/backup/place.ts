/** Where backups lie. Keys are paths with `/`; what is written is there whole and durably, or not at all. */

export interface BackupPlace {
  /** For people. */
  readonly name: string;
  /** Every key that begins so, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  read(key: string): Promise<Buffer>;
  write(key: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  /** Segments of the log, below this prefix. */
  openLog(prefix: string): LogKeeper;
}

/** A segment grows under `<name>.partial` and gets its name when it is complete. */
export interface LogKeeper {
  /** Resolves when what has come by then is to be added: at once, or some time after the last one where that is dear. */
  due(): Promise<void>;
  /**
   * Adds bytes to a segment at their place; they are durable when it resolves, and what was there is no shorter. One call
   * at a time, in order.
   */
  add(segment: string, offset: number, bytes: Buffer, isComplete: boolean): Promise<void>;
  /** What is waited for is due now; `forEver`: and whatever comes later as soon as it comes. */
  hurry(how?: 'forEver'): void;
  close(): Promise<void>;
}

export const PARTIAL = '.partial';

/** The place can't be used, or what is there can't; the message says what to do. */
export class BackupError extends Error {}

/** A log is written once: whoever finds another one under its names is not alone in the place, or was set back. */
export function otherContent(name: string): BackupError {
  return new BackupError(
    `${name} is there already, with other content: if a copy of this server writes there too, give each a place of its own; ` +
      'if there is none, this database was set back: remove backup.json of DATA_DIR, and a new series begins',
  );
}
