/**
 * The cluster's two databases: kept whole by db/kept-pair.ts, behind an address that leads to whoever is the primary.
 */
import { join } from 'node:path';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { openTcpSwitch, type TcpSwitch } from '#cluster/tcp-switch.ts';
import { runningPostgresPid, runningPostgresUrl } from '#db/embedded-postgres.ts';
import { type KeptPair, keepPair } from '#db/kept-pair.ts';
import { ownRoles } from '#db/roles.ts';
import type { Durability } from '#db/standby-watch.ts';

export class DatabasePair {
  private readonly durability: Durability;
  private readonly onState: (state: string, cause: string | null) => void;
  private readonly folders: Readonly<Record<'database-a' | 'database-b', string>>;
  private opening: Promise<KeptPair> | undefined;
  private front: TcpSwitch | undefined;
  private pair: KeptPair | undefined;
  private isStopping = false;

  constructor(options: {
    readonly folder: string;
    readonly durability: Durability;
    readonly onState: (state: string, cause: string | null) => void;
  }) {
    const { folder, durability, onState } = options;
    this.durability = durability;
    this.onState = onState;
    this.folders = { 'database-a': join(folder, 'database-a'), 'database-b': join(folder, 'database-b') };
  }

  /** Addresses of the owner and of the server's role, which stay. Resolves when two disks have what is acknowledged. */
  async start(): Promise<{ readonly owner: string; readonly server: string }> {
    const front = await openTcpSwitch();
    this.front = front;
    this.opening = keepPair({
      dataDirs: [this.folders['database-a'], this.folders['database-b']],
      durability: this.durability,
      onState: (state, cause) => this.onState(state, cause ?? null),
      onPrimary: (url) => front.lead(portOf(url)),
      assertNotAsked: () => {
        if (this.isStopping) throw new Error('the databases are being stopped');
      },
    });
    this.pair = await this.opening;
    const primary = this.pair.primaryUrl();
    if (primary === undefined) throw new Error('the primary of the databases ended while the cluster started');
    front.lead(portOf(primary));
    const owner = new URL(primary);
    owner.port = String(front.port);
    return { owner: owner.href, server: ownRoles(owner.href).server };
  }

  view(): ClusterView['pair'] {
    const primary = this.pair?.primaryUrl();
    const databases = Object.entries(this.folders).map(([name, folder]) => ({
      ...{ name, pid: runningPostgresPid(folder) ?? null },
      isPrimary: primary !== undefined && runningPostgresUrl(folder) === primary,
    }));
    const state = this.pair?.state() ?? (this.opening ? 'joining' : 'starting');
    return { state, durability: this.durability, databases };
  }

  /** Whoever writes is stopped before. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const pair = await this.opening?.catch(() => undefined);
    await pair?.stop();
    await this.front?.close();
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
