import { expect, test } from 'vitest';
import { createTurns } from '#wire/turns.ts';

test('calls are made one after the other, also after one that failed, and the last one knows that it is', async () => {
  const take = createTurns<string>();
  const heard: string[] = [];
  const call = (name: string, fails = false) =>
    take(async () => {
      heard.push(`${name} begins`);
      await new Promise(setImmediate);
      heard.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const [first, second, third] = [call('first'), call('second', true), call('third')];
  await expect(second.reply).rejects.toThrow('second');
  expect([await first.reply, await third.reply]).toEqual(['first', 'third']);
  expect(heard).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect([first, second, third].map((turn) => turn.isLast())).toEqual([false, false, true]);
});
