import type { Passkey, PasskeyObstacle } from '#schema/account/passkeys.ts';
import type { PasskeyRow } from '#sync-server/db/account-tables.ts';
import type { Deps } from '#sync-server/deps.ts';
import { listPasskeys } from './passkey-queries.ts';
import { findRelyingParty, readRelyingParty } from './relying-party.ts';

/** A passkey as its owner sees it: without its key. */
export function describePasskey({ config }: Pick<Deps, 'config'>, row: PasskeyRow): Passkey {
  const { id, name, createdAt, lastUsedAt, rpId } = row;
  const isUsable = findRelyingParty(config)?.id === rpId;
  return { id, name, createdAt, lastUsedAt, host: rpId, isUsable };
}

/** All of a user's, and why none can be added. */
export async function describePasskeys(
  deps: Pick<Deps, 'config' | 'db'>,
  userId: string,
): Promise<{ passkeys: Passkey[]; passkeyObstacle: PasskeyObstacle | null }> {
  const rows = await listPasskeys(deps.db, userId);
  const party = readRelyingParty(deps.config);
  return {
    passkeys: rows.map((row) => describePasskey(deps, row)),
    passkeyObstacle: typeof party === 'string' ? party : null,
  };
}
