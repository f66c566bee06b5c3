/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** The product's version, from the root package.json at build time. */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  readonly VITE_APP_NAME?: string;
  readonly VITE_API_BASE_URL?: string;
  readonly VITE_DEVTOOLS?: string;
  readonly VITE_MOCK?: string;
  readonly VITE_EDITOR?: string;
  readonly VITE_DEMO_MEMBERS?: string;
  readonly VITE_LIVE_MEMBERS?: string;
}
