/** Checks that an operator's terminal shows what strangers have written, and obeys none of it. */
import { expect, test } from 'vitest';

interface Command {
  readonly say: (answer: unknown) => string;
}
interface TerminalText {
  readonly printable: (value: unknown) => unknown;
  readonly printableJson: (value: unknown) => string;
}

/** The operator's program is plain JavaScript, which has no types to import. */
const load = (file: string): Promise<unknown> => import(new URL(file, import.meta.url).href);
const { printable, printableJson } = (await load('./terminal-text.mjs')) as TerminalText;
const { registrationCommands } = (await load('./operator-registrations.mjs')) as {
  readonly registrationCommands: (
    fail: () => void,
  ) => Readonly<Record<'registration list' | 'registration show', Command>>;
};

const NASTY = 'X\u001b[31m\r\n108C000001  PERSONAL \u009b2J\u202ecba\u200b\u{e0041}\u001b]0;title\u0007';

const CASE = {
  ...{ investorCode: '108C123456', kind: 'PERSONAL', status: 'PENDING', statusReason: NASTY, contactAddress: NASTY },
  ...{ submittedAt: null, approvals: [], approvalsNeeded: 1, pictures: [], papers: [], decisions: [] },
  fields: { fullName: NASTY, street: NASTY },
  reading: { fields: { fullName: { value: NASTY, source: 'QR', confidence: 1 } }, differences: [] },
  differences: [{ field: 'fullName', typed: NASTY, read: NASTY, source: 'QR' }],
};
const commands = registrationCommands(() => {});

test('a row of the list stays one row', () => {
  const line = commands['registration list'].say(printable(CASE));
  expect(line).toMatch(/^108C123456.*X\\u001b\[31m/);
  expect(line).not.toMatch(/\p{C}/u);
});

test('what is shown of one has no lines but its own', () => {
  const text = commands['registration show'].say(printable(CASE));
  const harmless = commands['registration show'].say(
    JSON.parse(JSON.stringify(CASE).replaceAll(JSON.stringify(NASTY), '"X"')),
  );
  expect(text.split('\n')).toHaveLength(harmless.split('\n').length);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});

test('JSON says the same, in harmless letters', () => {
  expect(printableJson(CASE)).not.toMatch(/\p{C}/u);
  expect(JSON.parse(printableJson(CASE))).toEqual(CASE);
});
