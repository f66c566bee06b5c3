/** PostgreSQL's word for what it has on disk and can't read, or finds to be other bytes than it wrote. */
import pg from 'pg';

/** A wrong checksum, rows or indexes that can't be right; a sector that the disk does not give back; a file that is gone. */
const DAMAGED = /^(XX...|58030|58P01)$/;

/** To be asked of reads, which have no other reason for such a code. */
export function foundDamage(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && DAMAGED.test(error.code ?? '');
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
