import { describe, expect, it } from 'vitest';
import { folderForTest } from '../backup/backup-for-test.ts';
import { carrel } from '../operator/carrel-for-test.ts';
import { sendBatch } from '../sync/sync-for-test.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const itOnSqlite = onSqlite(it);

const TOKEN = 'a token for the metrics'.replaceAll(' ', '-');
const headers = { Authorization: `Bearer ${TOKEN}` };

async function measured(config: Parameters<typeof serverForTest>[0] = {}) {
  const server = await serverForTest({ config: { metricsToken: TOKEN, ...config.config } });
  const read = async () => (await server.request('/metrics', { headers })).text;
  /** The value of one series, written as Prometheus does. */
  const readSeries = async (series: string) => {
    const line = (await read()).split('\n').find((text) => text.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  return { server, read, readSeries };
}

describe('/metrics', () => {
  it('does not exist without a token in the configuration', async () => {
    const server = await serverForTest();
    expect((await server.request('/metrics', { headers })).status).toBe(404);
  });

  it.each([
    {},
    { Authorization: 'Bearer wrong' },
    { Authorization: TOKEN },
    { Authorization: `Basic ${TOKEN}` },
  ])('is refused with %j', async (wrong) => {
    const { server } = await measured();
    const response = await server.request('/metrics', { headers: wrong });
    expect(response.status).toBe(401);
    expect(response.text).not.toContain('carrel_');
  });

  it('counts requests by the pattern of their route, never by path, id or query', async () => {
    const { server, read, readSeries } = await measured();
    await server.request('/api/courses/tides');
    await server.request('/api/courses/nowhere?x=secret');
    await server.request('/api/nothing/like/this');
    await server.request('/api/courses', { method: 'BREW' });
    const text = await read();
    expect(
      await readSeries(
        'carrel_http_requests_total{route="/api/courses/:courseId",method="GET",status="200"}',
      ),
    ).toBe(1);
    expect(
      await readSeries(
        'carrel_http_requests_total{route="/api/courses/:courseId",method="GET",status="404"}',
      ),
    ).toBe(1);
    expect(text).not.toMatch(/tides|nowhere|secret|nothing\/like|BREW/);
    expect(text).toContain('carrel_http_request_duration_seconds_bucket');
  });

  it('counts the calls of a batch as calls of their own', async () => {
    const { server, readSeries } = await measured();
    const body = { id: 'knots', title: 'Knots', description: 'Ten', instructor: 'Ines' };
    await sendBatch(server, [{ path: '/api/admin/courses', body }], { as: server.people.admin });
    const series =
      'carrel_http_request_duration_seconds_count{route="/api/admin/courses",method="POST",batched="true"}';
    expect(await readSeries(series)).toBe(1);
  });

  it('counts a refusal and an error like any other reply', async () => {
    const { server, readSeries } = await measured();
    await server.request('/api/auth/me');
    expect(
      await readSeries('carrel_http_requests_total{route="/api/auth/me",method="GET",status="401"}'),
    ).toBe(1);
  });

  it('has users, sessions, receipts, queues, sizes and the lag of the event loop', async () => {
    const { server, readSeries } = await measured();
    const { alice } = server.people;
    const key = '0193f2a4-7f3b-4c6e-8a52-3d1f8b7c9e01';
    const body = { activationCode: 'TIDES-CODE-1' };
    await server.request('/api/courses/tides/activate', { as: alice, key, body });
    expect(await readSeries('carrel_users')).toBe(4);
    expect(await readSeries('carrel_sessions')).toBeGreaterThan(0);
    expect(await readSeries('carrel_receipts')).toBe(1);
    server.clock.advance(40 * 24 * 60 * 60 * 1_000);
    expect(await readSeries('carrel_receipts')).toBe(1);
    expect(await readSeries('carrel_sessions')).toBe(0);
    expect(await readSeries('carrel_queue_waiting{queue="mails"}')).toBe(0);
    expect(await readSeries('carrel_database_bytes')).toBeGreaterThan(0);
    expect(await readSeries('carrel_disk_free_bytes')).toBeGreaterThan(0);
    expect(await readSeries('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  itOnSqlite('has the time of the newest backup, and nothing before there is one', async () => {
    const backup = { folder: folderForTest(), everyMs: 60_000, retainMs: 60_000 };
    const { server, readSeries } = await measured({ config: { backup } });
    expect(await readSeries('carrel_backup_last_timestamp_seconds')).toBeUndefined();
    const startedAt = Date.now() / 1_000;
    await carrel(server.deps.config.dataFolder, ['backup'], { backup });
    expect(await readSeries('carrel_backup_last_timestamp_seconds')).toBeGreaterThanOrEqual(startedAt - 1);
  });

  it('has nothing of a person', async () => {
    const { server, read } = await measured();
    for (const { email, id } of Object.values(server.people)) {
      await server.request(`/api/users/${id}`, { as: server.people.alice });
      expect(await read()).not.toContain(email);
    }
    expect(await read()).not.toMatch(/alice|bob|carol/);
  });
});
