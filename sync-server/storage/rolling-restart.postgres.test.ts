import { setTimeout as rest } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shareDatabase } from '../testing/postgres/test-database.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from '../testing/processes/server-process.ts';

const PROCESSES = 3;
const CLIENTS = 4;
/** How often a load balancer asks whether a process is ready, and how long the process gives it to notice. */
const CHECK_MS = 100;
const environment = { CARREL_DRAIN: '3s' };
/** After so long without a reply, which a busy machine delays, it asks again before it sends a request. */
const KNOWN_FOR_MS = 1_000;

type Server = Awaited<ReturnType<typeof startServerProcess>>;

/** Sends each request to the next process that was ready at the last check. */
class Balancer {
  readonly servers: Server[] = [];
  #ready: readonly Server[] = [];
  #askedMs = 0;
  #turn = 0;

  async check(): Promise<void> {
    const askedMs = performance.now();
    const ready = await Promise.all(
      this.servers.map(async (server) => {
        const status = await fetch(`${server.url}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        );
        return status === 200 ? [server] : [];
      }),
    );
    // A reply may arrive after that to a later check.
    if (askedMs < this.#askedMs) return;
    this.#askedMs = askedMs;
    this.#ready = ready.flat();
  }

  /** The status of the reply; 0: the connection broke. */
  async send(path: string, init: RequestInit): Promise<number> {
    while (performance.now() - this.#askedMs > KNOWN_FOR_MS) await this.check();
    this.#turn += 1;
    const server = this.#ready[this.#turn % this.#ready.length];
    if (server === undefined) return 0;
    return fetch(`${server.url}${path}`, init).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      },
      () => 0,
    );
  }
}

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
    await old.end();
    balancer.servers[i] = await start(i);
    await balancer.check();
  }
  isRunning = false;
  await Promise.all([checking, ...clients]);
  expect([...statuses.keys()]).toEqual([200]);
});
