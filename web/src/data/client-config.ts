/** Startup configuration of the client (spec 5). Lists of member codes only label; the server decides isDemo. */
export interface ClientConfig {
  readonly appName: string;
  readonly apiBaseUrl: string;
  readonly devtools: boolean;
  readonly mock: boolean;
  readonly editor: string;
  readonly demoMembers: readonly string[];
  readonly liveMembers: readonly string[];
}

export type ClientEnv = Readonly<Partial<Record<`VITE_${string}`, unknown>>>;

/** Throws when a required value is missing or the address is none: a client that was built wrong must not start. */
export function readClientConfig(env: ClientEnv, origin: string): ClientConfig {
  const appName = text(env.VITE_APP_NAME);
  if (appName === undefined) throw new Error('VITE_APP_NAME is required');
  const apiBaseUrl = text(env.VITE_API_BASE_URL) ?? new URL('/api', origin).href;
  if (!URL.canParse(apiBaseUrl)) throw new Error(`VITE_API_BASE_URL is not a URL: ${apiBaseUrl}`);
  return {
    appName,
    apiBaseUrl: apiBaseUrl.replace(/\/+$/, ''),
    devtools: flag(env.VITE_DEVTOOLS),
    mock: flag(env.VITE_MOCK),
    editor: text(env.VITE_EDITOR) ?? 'vscode',
    demoMembers: members(env.VITE_DEMO_MEMBERS),
    liveMembers: members(env.VITE_LIVE_MEMBERS),
  };
}

let config: ClientConfig | undefined;

/** This build's configuration, read once. */
export function clientConfig(): ClientConfig {
  config ??= readClientConfig(import.meta.env, window.location.origin);
  return config;
}

/** Empty counts as unset. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Off unless set; then anything but false and 0 is on. */
function flag(value: unknown): boolean {
  const set = text(value);
  return set !== undefined && set !== 'false' && set !== '0';
}

function members(value: unknown): readonly string[] {
  try {
    const list: unknown = JSON.parse(text(value) ?? '[]');
    return Array.isArray(list) ? list.filter((code): code is string => typeof code === 'string') : [];
  } catch {
    return [];
  }
}
