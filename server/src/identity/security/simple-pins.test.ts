import { expect, test } from 'vitest';
import { isSimplePin } from '#identity/security/simple-pins.ts';

test.each(['111111', '123456', '654321', '890123', '121212', '123123', '112233', '010190', '123199', '900131'])(
  '%s is a simple PIN',
  (pin) => expect(isSimplePin(pin)).toBe(true),
);

test.each(['583920', '274905', '907461', '448839', '386197'])('%s is not a simple PIN', (pin) => {
  expect(isSimplePin(pin)).toBe(false);
});
