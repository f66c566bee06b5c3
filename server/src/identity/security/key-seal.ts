/**
 * Checks that a database belongs to a key: that of identities, and that of the pictures of documents. With a wrong one
 * nothing would fail until what is sealed can't be opened; so a word sealed at the first start is opened at every start,
 * of each process of an installation. Only an engine seals it: a gateway waits until that is done.
 */
import type { Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';

/** The key is not the database's. Restarting does not help. */
export class WrongKeyError extends Error {}

interface SealedKey {
  /** Of its row. */
  readonly id: number;
  readonly about: string;
  readonly refusal: string;
}

export const IDENTITY_KEY: SealedKey = {
  id: 1,
  about: 'identity key',
  refusal:
    'IDENTITY_KEY: the database was made with another key, and what is sealed in it opens with that one only ' +
    '(without IDENTITY_KEY the key is the file identity-key of DATA_DIR)',
};

export const PICTURE_KEY: SealedKey = {
  id: 2,
  about: 'picture key',
  refusal:
    'DATA_DIR: its picture-key is not the one with which the pictures of this database are sealed: copy the file from a ' +
    'process that has it. If none has it any more, what is sealed stays so, and the owner of the database lets another ' +
    'one in: delete from identity_key_seal where id = 2',
};

const WORD = 'mua';

/** Whether a start has sealed the word with every key. */
export async function hasSeals(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ id: number }>('select id from identity_key_seal');
  return [IDENTITY_KEY, PICTURE_KEY].every(({ id }) => rows.some((seal) => seal.id === id));
}

/** `secrets` are those of the key. @throws WrongKeyError if the word was sealed with another one. */
export async function holdToKey(db: Queryable, secrets: Secrets, key: SealedKey): Promise<void> {
  const { rows } = await db.query<{ sealed: string }>('select sealed from identity_key_seal where id = $1', [key.id]);
  const [seal] = rows;
  try {
    if (seal) secrets.open(seal.sealed, key.about);
  } catch {
    throw new WrongKeyError(key.refusal);
  }
}

/**
 * Called once a start has succeeded: seals the word if the database has none, being new or of an earlier version, whose
 * key is trusted.
 */
export async function sealKey(db: Queryable, secrets: Secrets, key: SealedKey): Promise<void> {
  const fresh = secrets.seal(WORD, key.about);
  await db.query('insert into identity_key_seal values ($1, $2) on conflict (id) do nothing', [key.id, fresh]);
}
