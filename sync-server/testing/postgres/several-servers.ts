import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serverForTest } from '../server-for-test.ts';
import { createTestServer, type TestServer } from '../test-server.ts';
import { findDatabase, shareDatabase } from './test-database.ts';

const config = { secret: 'the same thirty-two bytes for all' };

/** Servers on one database, each with a data folder of its own, as several processes have. */
export async function severalServers(count: number): Promise<readonly TestServer[]> {
  const first = await serverForTest({ config });
  const servers = [first];
  while (servers.length < count) servers.push(await anotherServer(first));
  return servers;
}

/** One more server on the database of `first`; `options` are those of its connections, such as `-c name=value`. */
export async function anotherServer(first: TestServer, options?: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-another-'));
  const dataFolder = shareDatabase(first.deps.config.dataFolder, folder);
  const databaseUrl = options && `${findDatabase(dataFolder)}?options=${encodeURIComponent(options)}`;
  const server = await createTestServer({
    config: databaseUrl === undefined ? config : { ...config, databaseUrl },
    dataFolder,
    keepData: true,
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  // All servers have one time.
  server.clock.advance(first.clock.now().getTime() - server.clock.now().getTime());
  return server;
}
