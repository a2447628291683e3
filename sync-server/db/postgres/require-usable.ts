import type pg from 'pg';
import { ConfigError } from '#sync-server/config.ts';

/** The oldest version that the tests run on. */
const VERSION_MIN = 140_000;

/**
 * Refuses a server that cannot be used, at the start, with a message that says what to do. Throws ConfigError; never
 * shows the password.
 */
export async function requireUsable(pool: pg.Pool, url: string): Promise<void> {
  const { version, isReplica, schema, mayCreate } = await readServer(pool).catch((error: unknown) => {
    throw new ConfigError(`DATABASE_URL: ${explain(error, new URL(url))}`, { cause: error });
  });
  if (version < VERSION_MIN) {
    throw new ConfigError(
      'DATABASE_URL names a PostgreSQL server before version 14. Upgrade it to 14 or newer.',
    );
  }
  if (isReplica) {
    throw new ConfigError('DATABASE_URL names a replica, which cannot be written. Name the primary server.');
  }
  if (!mayCreate) {
    const user = decodeURIComponent(new URL(url).username);
    throw new ConfigError(
      `DATABASE_URL: the user "${user}" may not create tables in the schema "${schema ?? 'public'}". Make the user the ` +
        `owner of the database, or run "grant create on schema ${schema ?? 'public'} to ${user}" in it.`,
    );
  }
}

interface Server {
  readonly version: number;
  readonly isReplica: boolean;
  /** The first schema of the search path; null: none of them exists. */
  readonly schema: string | null;
  readonly mayCreate: boolean;
}

async function readServer(pool: pg.Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as "isReplica",
      current_schema() as schema, coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`,
  );
  return rows[0] ?? { version: 0, isReplica: false, schema: null, mayCreate: false };
}

const explanations: Readonly<Record<string, (url: URL) => string>> = {
  '28P01': ({ username }) => `the server refuses the password of the user "${username}". Correct it.`,
  '28000': ({ username }) => `the server does not let the user "${username}" in. Check its pg_hba.conf.`,
  '3D000': ({ pathname }) =>
    `there is no database "${pathname.slice(1)}" on the server. Create it with "createdb ${pathname.slice(1)}".`,
  '53300': () => 'the server has no connection left. Raise its max_connections, or start fewer processes.',
  ECONNREFUSED: ({ host }) =>
    `nothing accepts connections at ${host}. Start PostgreSQL, or correct the address.`,
  ENOTFOUND: ({ hostname }) => `the host name ${hostname} is unknown. Correct the address.`,
};

function explain(error: unknown, url: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : String(error);
  return explanations[code]?.(url) ?? `the server at ${url.host} cannot be used: ${reason}.`;
}
