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
  /** Adds bytes to a segment at their place; they are durable when it resolves. One call at a time, in order. */
  add(segment: string, offset: number, bytes: Buffer, isComplete: boolean): Promise<void>;
  /** Nothing that is being added is put off until more has come; `forEver`: nor what comes later. */
  hurry(how?: 'forEver'): void;
  close(): Promise<void>;
}

export const PARTIAL = '.partial';

/** The place can't be used, or what is there can't; the message says what to do. */
export class BackupError extends Error {}
