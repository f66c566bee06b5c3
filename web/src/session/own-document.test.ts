// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { needsOwnDocument } from '#session/own-document.ts';

test.each([
  ['/account-overview/ekyc', '/', true],
  ['/account-overview/ekyc', '/account-overview', true],
  ['/account-overview/ekyc', '/sign-up', true],
  ['/account-overview/ekyc', '/account-overview/ekyc', false],
  ['/account-overview/ekyc/', '/account-overview/ekyc', false],
  ['/trading/ZCEZ26', '/account-overview/ekyc', true],
  ['/login', '/account-overview/ekyc', true],
  ['/trading/ZCEZ26', '/', false],
])('%s in a document loaded at %s needs its own document: %s', (pathname, cameAt, isNew) =>
  expect(needsOwnDocument(pathname, cameAt)).toBe(isNew),
);

test('this document does not allow a camera', () => expect(needsOwnDocument('/account-overview/ekyc')).toBe(true));
