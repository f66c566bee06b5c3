/**
 * Holds the page to return to after signing in, remembered for one day in a cookie
 * (docs/rules/screens.md#who-may-see-a-page).
 */
import type { RedirectState } from '@mua/contract/entities/redirect';
import { LIMITS } from '@mua/contract/limits';
import { create } from 'zustand';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { HOME, safeReturnUrl } from '#session/return-url.ts';

export const RETURN_URL_COOKIE = 'returnUrl';
const cookie = createCookieStorage(browserCookieHost, LIMITS.returnUrlCookieDays);

interface RedirectStore extends Readonly<RedirectState> {
  remember(returnUrl: string): void;
  forget(): void;
  skipNextRedirect(): void;
  /** Returns true once after `skipNextRedirect`. */
  takeSkip(): boolean;
}

export const useRedirect = create<RedirectStore>()((set, get) => ({
  returnUrl: readReturnUrl(),
  skipRedirectOnce: false,
  remember: (candidate) => {
    const returnUrl = safeReturnUrl(candidate, window.location.origin);
    if (returnUrl === HOME) return get().forget();
    cookie.write(RETURN_URL_COOKIE, returnUrl);
    set({ returnUrl });
  },
  forget: () => {
    if (get().returnUrl === null) return;
    cookie.remove(RETURN_URL_COOKIE);
    set({ returnUrl: null });
  },
  skipNextRedirect: () => set({ skipRedirectOnce: true }),
  takeSkip: () => {
    const { skipRedirectOnce } = get();
    if (skipRedirectOnce) set({ skipRedirectOnce: false });
    return skipRedirectOnce;
  },
}));

/** A cookie can be planted by a neighbouring subdomain, so its content is checked like any address from outside. */
function readReturnUrl(): string | null {
  const returnUrl = safeReturnUrl(cookie.read(RETURN_URL_COOKIE), window.location.origin);
  return returnUrl === HOME ? null : returnUrl;
}
