/** PostgreSQL's word for a disk, or a quota, on which nothing more fits. */
import pg from 'pg';

const DISK_FULL = '53100';

/**
 * Whether PostgreSQL refused a statement because its disk is full, and wrote nothing of it. In a PANIC of the same name
 * it ends without knowing what it wrote.
 */
export function foundNoSpace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL && error.severity === 'ERROR';
}
