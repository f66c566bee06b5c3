/** What the door answers itself: how the cluster is, as a page, as JSON and for Prometheus. Nothing can be changed here. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clusterPage, PAGE_SCRIPT, PAGE_STYLE } from '#cluster/cluster-page.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

interface Sources {
  readonly view: () => ClusterView;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const PAGE_HEADERS = {
  'content-security-policy':
    `default-src 'none'; style-src ${digest(PAGE_STYLE)}; script-src ${digest(PAGE_SCRIPT)}; ` +
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  vary: 'accept-language',
};

/** False of any other path. */
export function answerForCluster(request: IncomingMessage, response: ServerResponse, sources: Sources): boolean {
  const [path] = (request.url ?? '/').split('?');
  const send = (type: string, text: string, headers: Readonly<Record<string, string>> = {}): void => {
    const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    response.writeHead(200, { ...always, ...headers, 'content-type': type });
    response.end(request.method === 'HEAD' ? '' : text);
  };
  if (path === '/cluster.json') send('application/json; charset=utf-8', JSON.stringify(sources.view()));
  else if (path === '/cluster')
    send('text/html; charset=utf-8', clusterPage(languageOf(request), sources.view()), PAGE_HEADERS);
  else if (path === '/cluster/metrics')
    sources.metrics().then(
      ({ type, text }) => send(type, text),
      () => response.destroy(),
    );
  else return false;
  return true;
}

/** English only where it is wanted before Vietnamese. */
function languageOf({ headers }: IncomingMessage): 'vi' | 'en' {
  const wanted = (headers['accept-language'] ?? '').toLowerCase();
  const [vi, en] = [wanted.indexOf('vi'), wanted.indexOf('en')];
  return en >= 0 && (vi < 0 || en < vi) ? 'en' : 'vi';
}
