/** Lists the named connections, each with its state, and the cause of any problem. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { reasonText } from '#features/network/network-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type FeedConnection, feedStateOf, isFirstTry, listedIn, useConnections } from '#network/connection-store.ts';

type RowState = 'connected' | 'disconnected' | 'stalled' | 'connecting' | 'absent';

const DOTS: Record<RowState, string> = {
  connected: 'bg-success',
  disconnected: 'bg-danger',
  stalled: 'bg-warning',
  connecting: 'bg-disabled',
  absent: 'bg-disabled',
};

export function ConnectionRows() {
  const { t } = useTranslation();
  const listed = listedIn(useConnections((state) => state.connections));
  if (listed.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.connection.connection)} className="divide-y divide-border border-border border-y">
      {listed.map((connection) => (
        <ConnectionRow key={connection.name} connection={connection} />
      ))}
    </ul>
  );
}

function ConnectionRow({ connection }: { connection: FeedConnection }) {
  const { t } = useTranslation();
  const { name, error } = connection;
  const state = stateOf(connection);
  return (
    <li data-testid={`connection-${name}`} data-state={state} className="py-1.5">
      <div className="flex items-center justify-between gap-3 leading-5">
        <span>{t(($) => $.connection.socket[name])}</span>
        <span className="inline-flex items-center gap-1.5 text-12 text-fg-2">
          <span aria-hidden className={cn('size-1.75 shrink-0 rounded-full', DOTS[state])} />
          <StateText state={state} connection={connection} />
        </span>
      </div>
      {error !== null && state !== 'absent' && <p className="text-12 text-fg-3 leading-4">{reasonText(t, error)}</p>}
    </li>
  );
}

function StateText({ state, connection }: { state: RowState; connection: FeedConnection }) {
  const { t } = useTranslation();
  const format = useFormat();
  switch (state) {
    case 'connected':
      return t(($) => $.connection.connected);
    case 'disconnected':
      return t(($) => $.connection.disconnected);
    case 'connecting':
      return t(($) => $.network.status.connecting);
    case 'stalled':
      return t(($) => $.network.stalled, { time: format.time(connection.lastMessageMs) });
    case 'absent':
      return connection.error === null ? null : reasonText(t, connection.error);
  }
}

/** Without a socket there is no connection that could be down: a visitor has no account feed. */
function stateOf(connection: FeedConnection): RowState {
  if (connection.socket === null) return 'absent';
  return isFirstTry(connection) ? 'connecting' : feedStateOf(connection);
}
