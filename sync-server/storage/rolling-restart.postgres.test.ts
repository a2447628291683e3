import { setTimeout as rest } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { shareDatabase } from '../testing/postgres/test-database.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from '../testing/processes/server-process.ts';

const PROCESSES = 3;
const CLIENTS = 4;
/** How often a load balancer asks whether a process is ready. */
const CHECK_MS = 100;

/**
 * A process goes on for `CARREL_DRAIN` after it has said that it is not ready. Here that time is over when the test says
 * so by a signal, once the load balancer has noticed: how long that takes depends on the machine.
 */
const DRAIN_MS = 7_000;
const END_OF_DRAIN = 'SIGUSR2';
const preload = `
  import timers from 'node:timers/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const wait = timers.setTimeout;
  timers.setTimeout = (ms, ...rest) =>
    ms === ${DRAIN_MS} ? new Promise((resolve) => process.once('${END_OF_DRAIN}', resolve)) : wait(ms, ...rest);
  syncBuiltinESMExports();`;
const environment = {
  CARREL_DRAIN: `${DRAIN_MS / 1_000}s`,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};

type Server = Awaited<ReturnType<typeof startServerProcess>>;

/** Sends each request to the next process that was ready at the last check. */
class Balancer {
  readonly servers: Server[] = [];
  #ready: readonly Server[] = [];
  #draining: readonly Server[] = [];
  #checks = 0;
  #appliedCheck = 0;
  #turn = 0;
  readonly #sending = new Map<Server, number>();

  async check(): Promise<void> {
    this.#checks += 1;
    const check = this.#checks;
    const asked = this.servers.map(async (server) => ({
      server,
      status: await statusOf(`${server.url}/readyz`),
    }));
    const found = await Promise.all(asked);
    // A reply may arrive after that to a later check.
    if (check < this.#appliedCheck) return;
    this.#appliedCheck = check;
    const having = (wanted: number) =>
      found.flatMap(({ server, status }) => (status === wanted ? server : []));
    this.#ready = having(200);
    this.#draining = having(503);
  }

  /** Whether the process has said that it is not ready, and every request that was sent to it before has its reply. */
  hasLeft(server: Server): boolean {
    return this.#draining.includes(server) && (this.#sending.get(server) ?? 0) === 0;
  }

  /** The status of the reply; 0: the connection broke. */
  async send(path: string, init: RequestInit): Promise<number> {
    this.#turn += 1;
    const server = this.#ready[this.#turn % this.#ready.length];
    if (server === undefined) return 0;
    const count = (more: number) => this.#sending.set(server, (this.#sending.get(server) ?? 0) + more);
    count(1);
    const status = await statusOf(`${server.url}${path}`, init);
    count(-1);
    return status;
  }
}

const statusOf = (url: string, init: RequestInit = {}): Promise<number> =>
  fetch(url, init).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.status;
    },
    () => 0,
  );

it('processes that are replaced one after the other fail no request', { timeout: 240_000 }, async () => {
  const dataFolder = dataFolderForTest();
  const balancer = new Balancer();
  balancer.servers.push(await startServerProcess({ dataFolder, environment }));
  const folders = [dataFolder];
  while (folders.length < PROCESSES) folders.push(shareDatabase(dataFolder, dataFolderForTest()));
  const start = (index: number) => startServerProcess({ dataFolder: folders[index] ?? '', environment });
  while (balancer.servers.length < PROCESSES) balancer.servers.push(await start(balancer.servers.length));
  const { token, addLessons } = await signInAdmin(balancer.servers[0]?.url ?? '');
  const ids = await addLessons(CLIENTS);
  await balancer.check();
  let isRunning = true;
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const checking = (async () => {
    for (; isRunning; await rest(CHECK_MS)) await balancer.check();
  })();
  const clients = ids.map(async (id) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    for (let n = 0; isRunning; n += 1) {
      const body = JSON.stringify({ title: `Title ${n}` });
      count(await balancer.send(`/api/admin/lessons/${id}`, { method: 'PUT', headers, body }));
      count(await balancer.send('/api/admin/courses/knots', { headers }));
      await rest(10);
    }
  });
  for (const [i, old] of [...balancer.servers].entries()) {
    const ended = old.end();
    await waitFor(() => expect(balancer.hasLeft(old)).toBe(true));
    process.kill(old.pid, END_OF_DRAIN);
    await ended;
    balancer.servers[i] = await start(i);
    await balancer.check();
  }
  isRunning = false;
  await Promise.all([checking, ...clients]);
  expect([...statuses.keys()]).toEqual([200]);
});
