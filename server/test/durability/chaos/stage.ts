/** What a chaos run takes place on: the product with its disk and clock, the network before it, and people signed in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CuttableLink } from '#test/durability/chaos/cuttable-link.ts';
import { FakedTime } from '#test/durability/chaos/faked-time.ts';
import type { Findings } from '#test/durability/chaos/findings.ts';
import { LIMITS_OF_A_CROWD, signIn } from '#test/durability/chaos/people.ts';
import type { Sender } from '#test/durability/chaos/senders.ts';
import { type SupervisedProduct, startSupervised } from '#test/durability/chaos/supervised-product.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { CAN_MOUNT, SmallDisk } from '#test/fixtures/small-disk.ts';

/** So that only what fills it makes it full: the database with its log, and what orders of an hour need. */
const DISK_MB = 3_000;
const DISK_MB_PER_SECOND = 2;

export interface Stage {
  readonly home: ProductHome;
  readonly product: SupervisedProduct;
  readonly link: CuttableLink;
  readonly findings: Findings;
  /** In memory, and of a known size; undefined where nothing may be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly time: FakedTime | undefined;
  readonly signedIn: readonly Sender[];
  /** Ends whatever still runs, and leaves nothing behind. */
  clear(): Promise<void>;
}

export async function prepareStage(seed: number, seconds: number, findings: Findings): Promise<Stage> {
  const home = new ProductHome();
  const folder = mkdtempSync(join(tmpdir(), 'mua-chaos-'));
  const sizeMb = Math.min(DISK_MB + DISK_MB_PER_SECOND * seconds, Math.floor(freemem() / 2 ** 21));
  const disk = CAN_MOUNT ? new SmallDisk(home.dataDir, sizeMb) : undefined;
  const time = FakedTime.make();
  const ends: (() => unknown)[] = [
    () => home.killPostgres(),
    () => disk?.unmount(),
    () => home.clear(),
    () => time?.clear(),
    () => rmSync(folder, { recursive: true }),
  ];
  const clear = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const limitsFile = join(folder, 'limits.json');
    writeFileSync(limitsFile, JSON.stringify(LIMITS_OF_A_CROWD));
    const settings = { SEED: String(seed % 1_000), LIMITS_FILE: limitsFile, ...time?.settings };
    const product = await startSupervised(home.dataDir, settings);
    ends.unshift(() => product.stop());
    const link = await CuttableLink.open(product.port);
    ends.unshift(() => link.close());
    return { home, product, link, findings, disk, time, signedIn: await signIn(link.url), clear };
  } catch (error) {
    await clear();
    throw error;
  }
}
