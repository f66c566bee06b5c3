import { expect, test } from 'vitest';
import { sourceLink } from '#app/source-link.ts';

const at = (stack: string | undefined) => sourceLink({ editor: 'cursor', root: '/home/lan/mua/web', stack });

test('the first of our files in a stack opens in the editor', () => {
  const stack = `TypeError: no price
    at useQuery (http://localhost:5173/node_modules/.vite/deps/query.js?v=1:5:6)
    at Row (http://localhost:5173/src/features/row.tsx?t=17:12:34)`;
  expect(at(stack)).toBe('cursor://file/home/lan/mua/web/src/features/row.tsx:12:34');
});

test.each([undefined, '', 'at Row (https://mua.example/assets/first-1a2b.js:1:2)'])('%s opens nothing', (stack) =>
  expect(at(stack)).toBeNull(),
);
