// @vitest-environment jsdom
import type { Session } from '@mua/contract/entities/contract';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { sessionText } from '#i18n/session-text.ts';

/** This is 12:00 in Vietnam. */
const NOON = Date.parse('2026-11-20T05:00:00.000Z');
const TONIGHT = '2026-11-20T13:30:00.000Z';
const MONDAY = '2026-11-23T01:00:00.000Z';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

const session = (part: Partial<Session>): Session => ({ state: 'PAUSED', changesAt: null, reason: null, ...part });
const reported = (state: Session['state'], of: Session) => sessionText(i18next.t, state, of, NOON);

test.each([
  [
    'a break, its end today',
    session({ reason: 'break', changesAt: TONIGHT }),
    'Nghỉ giữa phiên · mở lại 20:30',
    '20:30',
  ],
  ['a halt, of unknown length', session({ reason: 'halt', changesAt: TONIGHT }), 'Dừng giao dịch', null],
  [
    'closed until another day',
    session({ state: 'CLOSED', changesAt: MONDAY }),
    'Đóng cửa · mở lại 08:00 23/11',
    '23/11',
  ],
  ['closed for good', session({ state: 'CLOSED' }), 'Đóng cửa', null],
  ['open', session({ state: 'OPEN', changesAt: TONIGHT }), 'Mở cửa', null],
] as const)('%s', (_name, of, text, shortOpening) =>
  expect(reported(of.state, of)).toMatchObject({ text, shortOpening }),
);

test('a state newer than the contract’s own drops the reason and time of the old one', () => {
  expect(reported('CLOSED', session({ reason: 'break', changesAt: TONIGHT }))).toMatchObject({ text: 'Đóng cửa' });
  expect(reported('PAUSED', session({ state: 'OPEN', changesAt: TONIGHT }))).toMatchObject({ text: 'Tạm nghỉ' });
});
