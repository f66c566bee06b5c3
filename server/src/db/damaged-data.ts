/** PostgreSQL's word for what it has on disk and can't read, or finds to be other bytes than it wrote. */
import pg from 'pg';

/** A wrong checksum, rows or indexes that can't be right; a sector that the disk does not give back; a file that is gone. */
const DAMAGED = /^(XX...|58030|58P01)$/;

/** A connection that was ended has read nothing; and the memory that processes share is not on the disk. */
const isOfReading = ({ severity, message }: pg.DatabaseError): boolean =>
  severity !== 'FATAL' && severity !== 'PANIC' && !message.includes('shared memory');

/** To be asked of reads, which have no other reason for such a code. */
export function foundDamage(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && DAMAGED.test(error.code ?? '') && isOfReading(error);
}

/** What is read, or undefined where it is damaged. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (foundDamage(error)) return undefined;
    throw error;
  }
}
