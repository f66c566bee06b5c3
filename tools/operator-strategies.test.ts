/** Checks that an operator can read any strategy in a narrow window. */
import { expect, test } from 'vitest';

interface OperatorStrategies {
  readonly strategyText: (strategy: object) => string;
}

/** The operator's program is plain JavaScript, which has no types to import. */
const { strategyText } = (await import(
  new URL('./operator-strategies.mjs', import.meta.url).href
)) as OperatorStrategies;

const STRATEGY = {
  ...{ strategyId: '244ee17a-830b-49cc-9410-35726229db8c', accountId: '108M000002-01', followers: 10_000 },
  ...{
    version: 'AbCd-_12',
    approval: 'APPROVED',
    state: 'NOT_STARTED',
    name: 'Giá về trung bình',
    investorName: 'Nguyễn Thị Minh Khai',
  },
  ...{ description: 'Giao dịch ngược khi giá lệch xa. '.repeat(20).trim(), reason: null },
  ...{ copyFee: '999999999999999', paymentPeriod: 'QUARTERLY', performanceFeeRate: '12.50' },
  ...{ minFollowAmount: '999999999999999', maxFollowers: 10_000 },
};

test.each([
  ['a long description', STRATEGY],
  ['a word without an end', { ...STRATEGY, description: 'ô'.repeat(500), reason: 'r'.repeat(200) }],
  ['no words', { ...STRATEGY, description: '' }],
])('%s fits into 80 columns, and nothing of it is lost', (_what, strategy) => {
  const text = strategyText(strategy);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const letters = (words: string) => words.replace(/\s/g, '');
  expect(letters(text)).toContain(letters(strategy.description));
});

test.each([
  ['PENDING', 'NOT_STARTED', 'waits'],
  ['REJECTED', 'NOT_STARTED', 'rejected'],
  ['APPROVED', 'NOT_STARTED', 'approved'],
  ['APPROVED', 'ACTIVE', 'runs'],
  ['PENDING', 'ENDED', 'ended'],
])('%s, %s is said as “%s”', (approval, state, word) => {
  expect(strategyText({ ...STRATEGY, approval, state })).toContain(`  ${word} `);
});
