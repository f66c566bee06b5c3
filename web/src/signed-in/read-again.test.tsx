// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useReadAgainWhen } from '#signed-in/read-again.ts';

afterEach(cleanup);

const QUERY_KEY = ['an', 'requests', 'A'];

interface ListProps {
  readonly held: string | undefined;
  readonly read: () => number;
}

function List({ held, read }: ListProps) {
  const { data } = useQuery({ queryKey: QUERY_KEY, queryFn: async () => read() });
  useReadAgainWhen(held, QUERY_KEY);
  return <p>{`read ${data}`}</p>;
}

test('a list is read again when its figure changes, and not when the figure comes', async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return reads;
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const page = (held: string | undefined) => (
    <QueryClientProvider client={client}>
      <List held={held} read={read} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(undefined));
  await screen.findByText('read 1');
  rerender(page('0'));
  rerender(page('0'));
  expect(client.isFetching()).toBe(0);
  rerender(page('2000000'));
  await screen.findByText('read 2');
});
