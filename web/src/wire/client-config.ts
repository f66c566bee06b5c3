/**
 * Reads the client's startup configuration (docs/rules/connections.md#startup-configuration, record 107). Lists of
 * member codes only label; the server decides isDemo.
 */
export interface ClientConfig {
  readonly appName: string;
  readonly apiBaseUrl: string;
  readonly devtools: boolean;
  readonly mock: boolean;
  /** The scheme of links that open a source file: `vscode`, `vscode-insiders`, `cursor`. */
  readonly editor: string;
  readonly demoMembers: readonly string[];
  readonly liveMembers: readonly string[];
  /** Address that errors are reported to; null for none. */
  readonly sentryDsn: string | null;
  /** Address of the support: a page, `mailto:` or `tel:`; null for none. */
  readonly supportUrl: string | null;
}

export type ClientEnv = Readonly<Partial<Record<`VITE_${string}`, unknown>>>;

/** A wrongly built client must not start. Lists everything that is wrong with it, one line each. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Throws `ConfigFaults`. */
export function readClientConfig(env: ClientEnv, origin: string): ClientConfig {
  const faults: string[] = [];
  const appName = text(env.VITE_APP_NAME) ?? '';
  if (appName === '') faults.push('VITE_APP_NAME is required');
  const apiBaseUrl = text(env.VITE_API_BASE_URL) ?? new URL('/api', origin).href;
  faults.push(...baseFaults('VITE_API_BASE_URL', apiBaseUrl, origin));
  const gatewayBaseUrl = text(env.VITE_GATEWAY_BASE_URL) ?? apiBaseUrl;
  if (gatewayBaseUrl !== apiBaseUrl) faults.push(...gatewayFaults(gatewayBaseUrl, apiBaseUrl, origin));
  const editor = text(env.VITE_EDITOR) ?? 'vscode';
  if (!/^[a-z][a-z0-9+.-]*$/i.test(editor)) faults.push(`VITE_EDITOR is not the name of an editor: ${editor}`);
  const sentryDsn = text(env.VITE_SENTRY_DSN) ?? null;
  if (sentryDsn !== null && !isDsn(sentryDsn)) faults.push('VITE_SENTRY_DSN is not a DSN: https://key@host/project');
  const supportUrl = text(env.VITE_SUPPORT_URL) ?? null;
  if (supportUrl !== null && !/^(?:https?:\/\/|mailto:|tel:)./.test(supportUrl)) {
    faults.push(`VITE_SUPPORT_URL is no page, mailto: or tel: ${supportUrl}`);
  }
  if (faults.length > 0) throw new ConfigFaults(faults);
  return {
    appName,
    apiBaseUrl: withoutSlash(apiBaseUrl),
    devtools: flag(env.VITE_DEVTOOLS),
    mock: flag(env.VITE_MOCK),
    editor,
    demoMembers: members(env.VITE_DEMO_MEMBERS),
    liveMembers: members(env.VITE_LIVE_MEMBERS),
    sentryDsn,
    supportUrl,
  };
}

let config: ClientConfig | undefined;

/** Returns this build's configuration, read once. */
export function clientConfig(): ClientConfig {
  config ??= readClientConfig(import.meta.env, window.location.origin);
  return config;
}

function baseFaults(name: string, base: string, origin: string): string[] {
  if (!isHttp(base)) return [`${name} is not a URL: ${base}`];
  if (new URL(base).origin === origin) return [];
  return [`${name} has to be on ${origin}: sessions are its cookies, and the page may ask nobody else`];
}

/** One server has one base: a gateway's may be named, and must equal the API's. */
function gatewayFaults(base: string, apiBaseUrl: string, origin: string): string[] {
  const faults = baseFaults('VITE_GATEWAY_BASE_URL', base, origin);
  if (faults.length > 0 || withoutSlash(base) === withoutSlash(apiBaseUrl)) return faults;
  return [`VITE_GATEWAY_BASE_URL has to be VITE_API_BASE_URL: ${apiBaseUrl}`];
}

function withoutSlash(base: string): string {
  return base.replace(/\/+$/, '');
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Checks for a key, a host and a project number. A DSN is no secret, but a wrong one would silently report nothing. */
function isDsn(address: string): boolean {
  return isHttp(address) && new URL(address).username !== '' && /\/\d+$/.test(new URL(address).pathname);
}

/** Reads a text; empty counts as unset. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads a flag: off unless set; then anything but false and 0 is on. */
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
