// @vitest-environment jsdom
/** Checks that the offer is kept, can be accepted once, and disappears when the product is installed. */
import { expect, test, vi } from 'vitest';
import { keepInstallOffer, takeInstallOffer, useInstallOffer } from '#session/install-offer.ts';

const offered = () => useInstallOffer.getState().offer;

function offer(): { readonly event: Event; readonly prompt: () => Promise<void> } {
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { event, prompt };
}

test('holds back the browser’s own prompt, which can be accepted once', async () => {
  keepInstallOffer();
  expect(offered()).toBeNull();
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  await takeInstallOffer();
  await takeInstallOffer();
  expect(prompt).toHaveBeenCalledTimes(1);
  offer();
  expect(offered()).not.toBeNull();
  window.dispatchEvent(new Event('appinstalled'));
  expect(offered()).toBeNull();
});
