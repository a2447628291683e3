import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { ADMIN, CarrelServer } from '#e2e/world/carrel-server.ts';
import { freePort } from '#e2e/world/free-port.ts';
import { Sessions } from '#sync-server/sessions/sessions.ts';
import { call, tokenFrom, type Watched, watchSettings } from '../watched.ts';
import { fillLibrary } from './fill-library.ts';
import type { LibrarySize } from './library-size.ts';

/** The secret of the servers of these benches, so that tokens are made without signing in. */
export const SECRET = 'a secret of forty characters for a bench';

/** A server on a generated library. */
export interface Library {
  readonly server: CarrelServer;
  readonly watched: Watched;
  readonly admin: string;
  readonly tokenOf: (index: number) => Promise<string>;
}

export const personOf = (index: number) => `person-${String(index).padStart(6, '0')}`;

interface OpenOptions {
  /** Keeps the generated database for the next run. */
  readonly file?: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  /** Changes the database of the stopped server. */
  readonly prepare?: (server: CarrelServer) => void;
}

/** Starts a server on a library of this size. */
export async function openLibrary(
  size: LibrarySize,
  { file, settings = {}, prepare }: OpenOptions = {},
): Promise<Library> {
  const watchPort = await freePort();
  const server = await CarrelServer.start({
    ...{ CARREL_SEED: 'none', CARREL_SECRET: SECRET },
    ...watchSettings(watchPort),
    ...settings,
  });
  await server.stop();
  if (file !== undefined && existsSync(file)) {
    await cp(file, server.databasePath);
    // Another epoch than that of the folder would be a restored database, which ends every session.
    server.change('delete from epochs');
  } else fillLibrary(server.databasePath, size);
  if (file !== undefined && !existsSync(file)) await cp(server.databasePath, file);
  prepare?.(server);
  await server.start();
  const admin = await tokenFrom(`${server.url}/api/auth/admin/login`, ADMIN);
  return { server, watched: { url: server.url, watchPort }, admin, tokenOf: tokenOfPerson };
}

const sessions = new Sessions(new TextEncoder().encode(SECRET));
const TOKEN_MS = 30 * 24 * 60 * 60 * 1_000;

function tokenOfPerson(index: number): Promise<string> {
  const id = personOf(index);
  const expiresAt = new Date(Date.now() + TOKEN_MS).toISOString();
  return sessions.issue({ id, tokenVersion: 1 }, new Date(), { id: `session-${id}`, expiresAt });
}

/** Sends calls of one user. */
export function send({ server }: Pick<Library, 'server'>, token: string) {
  return (method: string, path: string, body?: unknown) =>
    call(`${server.url}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** A cursor behind the last change. */
export async function lastCursor(library: Library, token: string): Promise<string> {
  let cursor = '';
  for (let more = true; more; ) {
    const page = Object(
      JSON.parse(await send(library, token)('GET', `sync?limit=500&cursor=${encodeURIComponent(cursor)}`)),
    );
    cursor = String(page.cursor);
    more = page.more === true;
  }
  return cursor;
}
