/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** The product's version, from the root package.json at build time. */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  readonly VITE_APP_NAME?: string;
  readonly VITE_API_BASE_URL?: string;
  readonly VITE_GATEWAY_BASE_URL?: string;
  readonly VITE_DEVTOOLS?: string;
  readonly VITE_MOCK?: string;
  readonly VITE_EDITOR?: string;
  readonly VITE_DEMO_MEMBERS?: string;
  readonly VITE_LIVE_MEMBERS?: string;
  readonly VITE_SENTRY_DSN?: string;
  /** What the build put in, said to the compiler: code behind a part that is not in is not in the build either. */
  readonly WITH_MOCK?: boolean;
  readonly WITH_DEVTOOLS?: boolean;
  readonly WITH_REPORTING?: boolean;
  /** Of a build with devtools only. */
  readonly SOURCE_ROOT?: string;
}
