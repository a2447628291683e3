import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HISTORY_POSITION_HEADER } from '#schema/protocol.ts';
import { inTransaction } from '../db/transaction.ts';
import { beginEpoch } from '../epoch/epoch-queries.ts';
import { insertPeople } from '../testing/people.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { pull, pullAll } from './sync-for-test.ts';

/*
 * The whole data folder is restored from a copy, such as a snapshot of the volume: the watermark is as old as
 * the database and shows nothing. A device that knows more does.
 */

function foldersForTest() {
  const parent = mkdtempSync(join(tmpdir(), 'carrel-whole-folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return { dataFolder: join(parent, 'data'), copy: join(parent, 'copy') };
}

async function serving<T>(dataFolder: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await createTestServer({ dataFolder, keepData: true });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const rename = (server: TestServer, name: string) =>
  server.request('/api/users/alice', { method: 'PUT', as: server.people.alice, body: { name } });

/** Alice pulls, the folder is copied, and Alice pulls again after a change that the copy does not contain. */
async function runWithCopy({ dataFolder, copy }: ReturnType<typeof foldersForTest>) {
  const before = await serving(dataFolder, async (server) => {
    await rename(server, 'Alice before the copy');
    return pullAll(server, server.people.alice);
  });
  cpSync(dataFolder, copy, { recursive: true });
  const after = await serving(dataFolder, async (server) => {
    await rename(server, 'Alice after the copy');
    return pullAll(server, server.people.alice);
  });
  return { before, after };
}

/** @param besides files that stay as they are */
function restoreCopy({ dataFolder, copy }: ReturnType<typeof foldersForTest>): void {
  rmSync(dataFolder, { recursive: true });
  cpSync(copy, dataFolder, { recursive: true });
}

const statusOf = async (server: TestServer, cursor: string, as = server.people.alice) =>
  (await server.request(`/api/sync?cursor=${cursor}`, { as })).status;

const isRestoreLogged = (server: TestServer) =>
  server.log.join('').includes('new epoch: the database was restored');

describe('after a restore of the whole data folder', () => {
  it('a cursor from beyond the last change begins a new epoch at once', async () => {
    const folders = foldersForTest();
    const { after } = await runWithCopy(folders);
    restoreCopy(folders);
    await serving(folders.dataFolder, async (server) => {
      expect((await pull(server, server.people.bob)).epoch).toBe(after.epoch);
      expect(isRestoreLogged(server)).toBe(false);
      expect(await statusOf(server, after.cursor)).toBe(401);
      expect(isRestoreLogged(server)).toBe(true);
      const { alice } = await insertPeople(server.deps);
      expect(await statusOf(server, after.cursor, alice)).toBe(410);
      expect((await pull(server, alice)).epoch).not.toBe(after.epoch);
    });
  });

  it('the new epoch is one for all devices, and ends their sessions and waiting streams', async () => {
    const folders = foldersForTest();
    const { after } = await runWithCopy(folders);
    restoreCopy(folders);
    await serving(folders.dataFolder, async (server) => {
      const { bob } = server.people;
      const stream = await server.app.request('/api/events', {
        headers: { Authorization: `Bearer ${bob.token}` },
      });
      const reader = stream.body?.getReader();
      await reader?.read();
      expect(server.deps.eventStreams.count).toBe(1);
      await Promise.all([1, 2, 3].map(() => statusOf(server, after.cursor)));
      expect(server.deps.eventStreams.count).toBe(0);
      expect((await reader?.read())?.done).toBe(true);
      expect(await statusOf(server, '', bob)).toBe(401);
      const epochs = await server.deps.db.selectFrom('epochs').select('number').execute();
      expect(epochs).toHaveLength(2);
    });
  });

  it('the new epoch remains after a restart', async () => {
    const folders = foldersForTest();
    const { after } = await runWithCopy(folders);
    restoreCopy(folders);
    const epoch = await serving(folders.dataFolder, async (server) => {
      await statusOf(server, after.cursor);
      const { alice } = await insertPeople(server.deps);
      return (await pull(server, alice)).epoch;
    });
    await serving(folders.dataFolder, async (server) => {
      expect((await pull(server, server.people.alice)).epoch).toBe(epoch);
    });
  });

  it('a cursor is recognised although as many changes were made since', async () => {
    const folders = foldersForTest();
    const { after } = await runWithCopy(folders);
    restoreCopy(folders);
    await serving(folders.dataFolder, async (server) => {
      for (const name of ['A', 'B', 'C']) await rename(server, name);
      expect(await statusOf(server, after.cursor)).toBe(401);
      expect(isRestoreLogged(server)).toBe(true);
    });
  });

  it('a cursor from before the copy remains valid', async () => {
    const folders = foldersForTest();
    const { before } = await runWithCopy(folders);
    restoreCopy(folders);
    await serving(folders.dataFolder, async (server) => {
      expect(await statusOf(server, before.cursor)).toBe(200);
      expect(isRestoreLogged(server)).toBe(false);
    });
  });
});

describe('the position in an ack', () => {
  const positionOf = (headers: Headers) => headers.get(HISTORY_POSITION_HEADER) ?? '';
  const edit = (server: TestServer, name: string, headers: Record<string, string> = {}) =>
    server.request('/api/users/alice', {
      ...{ method: 'PUT', as: server.people.alice, body: { name } },
      headers: { 'Idempotency-Key': uuid(), ...headers },
    });
  const batch = (server: TestServer, headers: Record<string, string> = {}) => {
    const request = { method: 'PUT', path: '/api/users/alice', body: { name: 'B' } };
    const requests = [{ ...request, id: '1', headers: { 'Idempotency-Key': uuid() } }];
    return server.request('/api/batch', {
      as: server.people.alice,
      body: { atomic: false, requests },
      headers,
    });
  };

  /** The position of an edit that the restored copy does not contain. */
  async function lostPosition(send: typeof edit | typeof batch) {
    const folders = foldersForTest();
    await serving(folders.dataFolder, (server) => rename(server, 'Alice before the copy'));
    cpSync(folders.dataFolder, folders.copy, { recursive: true });
    const position = await serving(folders.dataFolder, async (server) => {
      const reply = send === edit ? await edit(server, 'Alice after the copy') : await batch(server);
      expect(reply.status).toBe(200);
      return positionOf(reply.headers);
    });
    restoreCopy(folders);
    return { ...folders, shown: { [HISTORY_POSITION_HEADER]: position } };
  }

  it.each(['a command', 'a batch', 'a pull'])('begins a new epoch when %s shows it', async (what) => {
    const { dataFolder, shown } = await lostPosition(what === 'a batch' ? batch : edit);
    await serving(dataFolder, async (server) => {
      // As many changes as were lost.
      for (const name of ['A', 'B', 'C']) await rename(server, name);
      const { alice } = server.people;
      if (what === 'a pull') {
        expect((await server.request('/api/sync', { as: alice, headers: shown })).status).toBe(401);
      } else {
        const reply = what === 'a batch' ? await batch(server, shown) : await edit(server, 'Lost', shown);
        expect(reply.status).toBe(401);
      }
      expect(isRestoreLogged(server)).toBe(true);
      const name = await server.deps.db
        .selectFrom('users')
        .select('name')
        .where('id', '=', 'alice')
        .execute();
      expect(name).toEqual([{ name: 'C' }]);
    });
  });

  it('proves nothing over a restart, when it is unreadable, or in a later epoch', async () => {
    const { dataFolder } = foldersForTest();
    const first = await serving(dataFolder, async (server) => positionOf((await edit(server, 'A')).headers));
    await serving(dataFolder, async (server) => {
      await rename(server, 'B');
      for (const position of [first, 'unreadable', `${first}x`]) {
        expect((await edit(server, 'C', { [HISTORY_POSITION_HEADER]: position })).status).toBe(200);
      }
      const later = positionOf((await edit(server, 'D')).headers);
      await inTransaction(server.deps.db, (trx) => trx.deleteFrom('runs').execute());
      await inTransaction(server.deps.db, (trx) => beginEpoch(trx));
      expect((await edit(server, 'E', { [HISTORY_POSITION_HEADER]: later })).status).toBe(200);
      expect(isRestoreLogged(server)).toBe(false);
    });
  });
});

describe('a cursor', () => {
  it('remains valid over restarts with and without changes', async () => {
    const { dataFolder } = foldersForTest();
    let { cursor, epoch } = await serving(dataFolder, async (server) => pullAll(server, server.people.alice));
    for (const name of ['A', null, null, 'B', null]) {
      await serving(dataFolder, async (server) => {
        expect(await statusOf(server, cursor)).toBe(200);
        if (name !== null) await rename(server, name);
        const page = await pull(server, server.people.alice, { cursor });
        expect(page.epoch).toBe(epoch);
        ({ cursor, epoch } = page);
      });
    }
  });

  it('that is not signed by this server proves nothing', async () => {
    const { dataFolder } = foldersForTest();
    await serving(dataFolder, async (server) => {
      const { cursor, epoch } = await pullAll(server, server.people.alice);
      const encode = (text: string) => Buffer.from(text).toString('base64url');
      const ofOtherVersion = encode(`2.${epoch}.999999.1.own`);
      const forged = encode(
        Buffer.from(cursor, 'base64url')
          .toString()
          .replace(/\.\d+\./, '.999999.'),
      );
      expect(await statusOf(server, ofOtherVersion)).toBe(410);
      expect(await statusOf(server, forged)).toBe(410);
      expect(isRestoreLogged(server)).toBe(false);
    });
  });
});
