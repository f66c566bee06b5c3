import { expect, test, vi } from 'vitest';
import { exportText, type ListExport } from '#orders/export-list.ts';
import { CallError } from '#wire/call.ts';

const columns = [{ field: 'n', value: (row: number) => row }];
const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
  first: { items: [1, 2], nextCursor: 'second' },
  second: { items: [3], nextCursor: null },
};
const list = (page: ListExport<number>['page']): ListExport<number> => ({ list: 'n', account: 'a', columns, page });
const pageOf = async (cursor: string | null) => pages[cursor ?? 'first'] ?? { items: [], nextCursor: null };
const live = () => new AbortController().signal;

test('writes all pages, reports progress, and marks the file as UTF-8 for Excel', async () => {
  const onRows = vi.fn();
  const { text, rows } = await exportText(list(pageOf), { signal: live(), onRows });
  expect(text).toBe('\ufeffn\r\n1\r\n2\r\n3\r\n');
  expect(rows).toBe(3);
  expect(onRows.mock.calls).toEqual([[2], [3]]);
});

test('requests no further page once stopped', async () => {
  const stop = new AbortController();
  const page = vi.fn(pageOf);
  const running = exportText(list(page), { signal: stop.signal, onRows: () => stop.abort() });
  await expect(running).rejects.toThrow();
  expect(page).toHaveBeenCalledOnce();
});

test('waits and requests the same page again when the server limits the rate', async () => {
  const busy = new CallError({ code: 'TooManyRequests', facts: {}, status: 429 });
  const page = vi.fn(pageOf).mockRejectedValueOnce(busy);
  const breathe = vi.fn(async () => undefined);
  const { rows } = await exportText(list(page), { signal: live(), onRows: () => undefined, breathe });
  expect(rows).toBe(3);
  expect(breathe).toHaveBeenCalledOnce();
  expect(page.mock.calls.map(([cursor]) => cursor)).toEqual([null, null, 'second']);
});

test('fails the file when a page fails', async () => {
  const down = new CallError({ code: 'ServiceUnavailable', facts: {}, status: 503 });
  const running = exportText(
    list(() => Promise.reject(down)),
    { signal: live(), onRows: () => undefined },
  );
  await expect(running).rejects.toBe(down);
});
