/**
 * Checks that a database belongs to the identity key. With a wrong key nothing would fail until an authenticator secret
 * can't be opened; so a word sealed at the first start is opened at every start.
 */
import type { Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';

/** The key is not the database's. Restarting does not help. */
export class WrongKeyError extends Error {}

const WORD = 'mua';
const ABOUT = 'identity key';

/** @throws WrongKeyError if the word was sealed with another key. */
export async function holdToKey(db: Queryable, secrets: Secrets): Promise<void> {
  const { rows } = await db.query<{ sealed: string }>('select sealed from identity_key_seal');
  const [seal] = rows;
  try {
    if (seal) secrets.open(seal.sealed, ABOUT);
  } catch {
    throw new WrongKeyError(
      'IDENTITY_KEY: the database was made with another key, and what is sealed in it opens with that one only ' +
        '(without IDENTITY_KEY the key is the file identity-key of DATA_DIR)',
    );
  }
}

/**
 * Called once a start has succeeded: seals the word if the database has none, being new or of an earlier version, whose
 * key is trusted.
 */
export async function sealKey(db: Queryable, secrets: Secrets): Promise<void> {
  const fresh = secrets.seal(WORD, ABOUT);
  await db.query('insert into identity_key_seal values (1, $1) on conflict (id) do nothing', [fresh]);
}
