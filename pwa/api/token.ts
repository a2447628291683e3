import * as v from 'valibot';
import { TOKEN_STORAGE_KEY } from '#schema/protocol.ts';
import { readItem, removeItem, watchItem, writeItem } from '../device/local-storage.ts';

const Claims = v.object({ sub: v.string() });

export function readToken(): string | null {
  return readItem(TOKEN_STORAGE_KEY);
}

export function writeToken(token: string): void {
  writeItem(TOKEN_STORAGE_KEY, token);
}

/** Removes the token; with `only` just that one, because a late 401 must not remove a newer session's. */
export function removeToken(only?: string): void {
  const token = readToken();
  if (token !== null && (only === undefined || token === only)) removeItem(TOKEN_STORAGE_KEY);
}

export function watchToken(listener: () => void): () => void {
  return watchItem(TOKEN_STORAGE_KEY, listener);
}

/**
 * Returns the token's `sub` claim; null if unreadable. It proves nothing, it only keeps two users' data
 * apart.
 */
export function tokenSubject(token: string): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = v.safeParse(Claims, JSON.parse(atob(payload)));
    return claims.success ? claims.output.sub : null;
  } catch {
    return null;
  }
}
