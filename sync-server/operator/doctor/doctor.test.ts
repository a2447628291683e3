import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderForTest } from '#sync-server/backup/backup-for-test.ts';
import type { Config } from '#sync-server/config.ts';
import { restrictOldFiles } from '#sync-server/security/private-files.ts';
import { openInbox } from '#sync-server/testing/inbox.ts';
import { listeningServerForTest, serverForTest } from '#sync-server/testing/server-for-test.ts';
import { carrel } from '../carrel-for-test.ts';
import { proxyForTest } from './proxy-for-test.ts';

/** The findings of the doctor, as `level about: text` lines. */
async function examine(dataFolder: string, config: Partial<Config>) {
  const { code, out } = await carrel(dataFolder, ['doctor'], { transcode: 'off', ...config });
  return { code, out };
}

async function throughProxy(faults: Parameters<typeof proxyForTest>[1], trustedProxies = ['127.0.0.1']) {
  const server = await listeningServerForTest({ config: { trustedProxies } });
  // A server process does this at its start.
  restrictOldFiles(server.deps.config.dataFolder, server.deps.log);
  const publicUrl = await proxyForTest(server.url, faults);
  return examine(server.deps.config.dataFolder, { publicUrl });
}

describe('carrel doctor', () => {
  it('finds nothing wrong behind a proxy that does its work', async () => {
    const { code, out } = await throughProxy({ namesClient: true });
    expect(out).not.toMatch(/^error/m);
    expect(code).toBe(0);
    expect(out).toContain('proxy: passes every header on');
    expect(out).toContain('TRUSTED_PROXIES: the addresses of users are known');
    expect(out).toContain('proxy: does not cache /api');
    expect(out).toContain('proxy: passes streams on as they come');
    expect(out).toMatch(/SQLite: 3\.\d+/);
  });

  it.each([
    [
      'a request header',
      { dropsRequestHeader: 'idempotency-key' },
      'does not pass the request header Idempotency-Key',
    ],
    ['If-Match', { dropsRequestHeader: 'if-match' }, 'does not pass the request header If-Match'],
    ['a response header', { dropsResponseHeader: 'receipt' }, 'does not pass the response header Receipt'],
    ['streams', { buffers: true }, 'buffers streams'],
    ['the cache', { caches: true }, 'caches replies of /api'],
  ])('finds a proxy that is wrong about %s', async (_, faults, message) => {
    const { code, out } = await throughProxy({ namesClient: true, ...faults });
    expect(out).toContain(message);
    expect(code).toBe(1);
  });

  it('finds a proxy that the server does not trust', async () => {
    const { code, out } = await throughProxy({ namesClient: true }, []);
    expect(out).toContain('lacks the address of the proxy');
    expect(code).toBe(1);
  });

  it('finds an address that nobody listens on, and one of something else', async () => {
    const server = await listeningServerForTest();
    const { dataFolder } = server.deps.config;
    const nobody = await examine(dataFolder, { publicUrl: 'http://127.0.0.1:1' });
    expect(nobody).toMatchObject({
      code: 1,
      out: expect.stringContaining('cannot be reached from this machine'),
    });
    const other = createServer((_, outgoing) => outgoing.end('<h1>Another site</h1>')).listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const address = other.address();
    const publicUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    expect((await examine(dataFolder, { publicUrl })).out).toContain('but not as this version of Carrel');
  });

  it.each([
    [{ publicUrl: 'http://carrel.example.org' }, 'is not https'],
    [{ publicUrl: 'https://localhost:1' }, 'TRUSTED_PROXIES: is empty'],
  ])('finds that %j cannot work', async (config, message) => {
    const { code, out } = await examine(folderForTest(), config);
    expect(out).toContain(message);
    expect(code).toBe(1);
  });

  it('signs in to the mail server and sends nothing', async () => {
    const inbox = await openInbox();
    const folder = folderForTest();
    expect((await examine(folder, { smtpUrl: inbox.url })).out).toContain('accepts the connection');
    expect(inbox.mails).toEqual([]);
    await inbox.close();
    const down = await examine(folder, { smtpUrl: inbox.url });
    expect(down).toMatchObject({ code: 1, out: expect.stringContaining('Messages wait in the database') });
  });

  it('finds a clock that was set back, and files that others can read', async () => {
    const server = await serverForTest();
    const { dataFolder } = server.deps.config;
    const db = new Sqlite(join(dataFolder, 'carrel.sqlite'));
    db.exec("update changes set changedAt = '2999-01-01T00:00:00.000Z' where sequence = 1");
    db.close();
    chmodSync(join(dataFolder, 'secret'), 0o644);
    const { code, out } = await examine(dataFolder, {});
    expect(code).toBe(1);
    expect(out).toContain('the clock was set back');
    expect(out).toContain('can read secret');
  });

  it('counts the deleted accounts, and finds a place of them that cannot be used', async () => {
    const erasuresPath = folderForTest();
    const line = { userId: 'alice', erasedAt: '2026-11-21T08:00:00.000Z' };
    writeFileSync(join(erasuresPath, 'erasures.jsonl'), `${JSON.stringify(line)}\n`);
    expect((await examine(folderForTest(), { erasuresPath })).out).toContain(
      `deleted accounts: 1 in ${erasuresPath}`,
    );
    const missing = join(erasuresPath, 'missing');
    const { code, out } = await examine(folderForTest(), { erasuresPath: missing });
    expect(out).toContain(`error   deleted accounts: CARREL_ERASURES names the folder ${missing}`);
    expect(code).toBe(1);
  });

  it('does not print the secret or a password', async () => {
    const config = { secret: 's'.repeat(40), smtpUrl: 'smtp://user:hunter2@127.0.0.1:1' };
    const { out } = await examine(folderForTest(), config);
    expect(out).not.toMatch(/hunter2|ssss/);
  });
});
