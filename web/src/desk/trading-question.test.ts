/** Tests that a question is ended by its own answer, however late that comes. */
import { expect, test } from 'vitest';
import { askOfTrading, endQuestion, useTradingQuestion } from '#desk/trading-question.ts';

const actor = { userId: 'u', accountId: 'a' };

test('an answer after the dialog was left ends its own question, not the one asked since', () => {
  const first = { kind: 'roll', actor, contractCode: 'ZCEH27' } as const;
  const second = { ...first, contractCode: 'CLEF27' };
  askOfTrading(first);
  askOfTrading(null);
  askOfTrading(second);
  endQuestion(first);
  expect(useTradingQuestion.getState().question).toBe(second);
  endQuestion(second);
  expect(useTradingQuestion.getState().question).toBeNull();
});
