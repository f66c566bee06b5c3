/** Reads a list of the server's to its end. */
import { LIMITS } from '@mua/contract/limits';

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

/** `isLast` may tell that nothing behind a page is wanted. */
export async function readEveryPage<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  isLast: (page: Page<T>) => boolean = () => false,
): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await read({ limit: String(LIMITS.pageSizeMax), ...(cursor === null ? {} : { cursor }) });
    all.push(...page.items);
    cursor = isLast(page) ? null : page.nextCursor;
  } while (cursor !== null);
  return all;
}
