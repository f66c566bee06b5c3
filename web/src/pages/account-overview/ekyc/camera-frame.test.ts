/** The frame lies in the picture, has the paper's shape, and what is judged shows a little more. */
import { expect, test } from 'vitest';
import { guideIn, judgedIn } from '#pages/account-overview/ekyc/camera-frame.ts';

test.each([
  ['a phone held upright', { width: 1440, height: 2560 }],
  ['a phone lying down', { width: 2560, height: 1440 }],
  ['an old camera', { width: 640, height: 480 }],
] as const)('%s', (_what, picture) => {
  for (const [kind, shape] of [
    ['ID_FRONT', 1.585],
    ['PASSPORT', 125 / 88],
    ['LICENCE', 210 / 297],
  ] as const) {
    const guide = guideIn(picture, kind);
    const judged = judgedIn(picture, kind);
    expect(guide.width / guide.height).toBeCloseTo(shape, 2);
    expect(judged.left).toBeGreaterThanOrEqual(0);
    expect(judged.top).toBeGreaterThanOrEqual(0);
    expect(judged.width).toBeGreaterThan(guide.width);
    expect(judged.height).toBeGreaterThan(guide.height);
    expect(guide.left * 2 + guide.width).toBeCloseTo(picture.width);
    expect(guide.top * 2 + guide.height).toBeCloseTo(picture.height);
  }
});
