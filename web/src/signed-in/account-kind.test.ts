import { expect, test } from 'vitest';
import { accountKind } from '#signed-in/account-kind.ts';

const lists = { demoMembers: ['108C000001', '108C000003'], liveMembers: ['108C000002', '108C000003'] };

test.each([
  ['the server’s word stands', true, '108C000002-01', true],
  ['in both directions', false, '108C000001-01', false],
  ['a demo member’s sub-account', undefined, '108C000001-02', true],
  ['the member itself', undefined, '108C000001', true],
  ['a live member’s sub-account', undefined, '108C000002-01', false],
  ['a code that only begins alike', undefined, '108C0000011-01', null],
  ['in both lists', undefined, '108C000003-01', false],
  ['in none', undefined, '108C000009-01', null],
])('%s', (_, isDemo, code, kind) => expect(accountKind(isDemo, code, lists)).toBe(kind));
