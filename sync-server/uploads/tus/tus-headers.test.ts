import { randomInt, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#schema/messages/error-body.ts';
import { TUS_BYTES_TYPE, TUS_VERSION } from '#schema/sync/upload.ts';
import { metadataOf, tusForTest } from './tus-for-test.ts';

/** Set FUZZ_SEED to reproduce a failure; the seed is in the test's name. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const RUNS = Number(process.env.FUZZ_RUNS ?? 120);

type World = Awaited<ReturnType<typeof tusForTest>>;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Got {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
}

/** Uses Node's own client, which sends header values that `fetch` rejects. */
function send({ server }: World, { method, path, headers, body = '' }: Sent): Promise<Got> {
  const { token } = server.people.admin;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${server.url}/api/uploads${path}`,
      { method, headers: { Authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            requestId: String(response.headers['x-request-id'] ?? ''),
            text,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Below 500, with our JSON body for an error, and logged under the id in the reply. */
function expectRefusalOfOurs({ server }: World, sent: Sent, { status, requestId, text }: Got): void {
  const where = JSON.stringify(sent);
  expect(status, where).toBeGreaterThanOrEqual(200);
  expect(status, where).toBeLessThan(500);
  expect(requestId, where).not.toBe('');
  if (status < 400) return;
  if (sent.method !== 'HEAD') {
    expect(v.safeParse(ErrorBody, JSON.parse(text)).success, where).toBe(true);
    expect(JSON.parse(text), where).toMatchObject({ requestId, code: expect.stringMatching(/^[a-z_]+$/) });
  }
  expect(
    server.log.some((line) => line.includes(requestId) && line.includes('"request refused"')),
    where,
  ).toBe(true);
}

const creation = { 'Tus-Resumable': TUS_VERSION, 'Upload-Length': '20' };
const metadata = () => metadataOf({ id: randomUUID(), kind: 'video' });

describe('a header of the protocol that this server does not support', () => {
  it.each([
    ['Upload-Defer-Length', '1'],
    ['Upload-Concat', 'partial'],
    ['Upload-Concat', 'final;/api/uploads/a /api/uploads/b'],
    ['X-Forwarded-Proto', 'gopher'],
  ])('%s: %s is rejected with 400 at a creation', async (name, value) => {
    const world = await tusForTest();
    const headers = { ...creation, 'Upload-Metadata': metadata(), [name]: value };
    const sent = { method: 'POST', path: '', headers };
    const got = await send(world, sent);
    expect([got.status, JSON.parse(got.text).code]).toEqual([400, 'upload_malformed']);
    expectRefusalOfOurs(world, sent, got);
  });

  it('is rejected with 400 at a piece that states a length', async () => {
    const world = await tusForTest();
    const id = randomUUID();
    await world.tus.begin({ id, sizeBytes: 20 });
    const headers = { 'Tus-Resumable': TUS_VERSION, 'Upload-Offset': '0', 'Upload-Length': '20' };
    const sent = { method: 'PATCH', path: `/${id}`, headers: { ...headers, 'Content-Type': TUS_BYTES_TYPE } };
    const got = await send(world, sent);
    expect([got.status, JSON.parse(got.text).code]).toEqual([400, 'upload_malformed']);
    expectRefusalOfOurs(world, sent, got);
  });
});

const numbers = [
  '0',
  '-0',
  '-1',
  '20',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '9'.repeat(40),
  '9007199254740993',
  '',
];
const printable = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((n) => n !== 0x7f)
    .map((n) => String.fromCharCode(n)),
  maxLength: 60,
});
const oneOf = (...values: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: printable });
const header = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined });

const hostileHeaders = fc
  .record({
    'Tus-Resumable': header(oneOf(TUS_VERSION, TUS_VERSION, '0.2.2', '1.0.0, 1.0.0')),
    'Upload-Length': header(oneOf(...numbers)),
    'Upload-Offset': header(oneOf(...numbers)),
    'Upload-Defer-Length': header(oneOf('1', '0', 'true')),
    'Upload-Concat': header(oneOf('partial', 'final;', 'final;/api/uploads/x')),
    'Upload-Checksum': header(oneOf('sha1 AAAA', 'md5', ' ')),
    'Upload-Metadata': header(
      oneOf(
        metadata(),
        'id',
        'id ,kind ',
        'kind dmlkZW8=,kind dmlkZW8=',
        ', ,',
        'id !!!!',
        `x ${'A'.repeat(2_000)}`,
      ),
    ),
    'Upload-Expires': header(oneOf('never')),
    'Content-Type': header(oneOf(TUS_BYTES_TYPE, 'application/json')),
    'X-HTTP-Method-Override': header(oneOf('PATCH', 'DELETE', 'TRACE')),
    'X-Forwarded-Proto': header(oneOf('https', 'gopher')),
    'X-Forwarded-Host': header(oneOf('example.org', 'a b')),
    Forwarded: header(oneOf('host=a;proto=b')),
  })
  .map((all) =>
    Object.fromEntries(Object.entries(all).flatMap(([k, one]) => (one === undefined ? [] : [[k, one]]))),
  );

describe(`hostile headers (FUZZ_SEED=${seed})`, () => {
  it('never cause a 5xx, and each error has our format and is logged', async () => {
    const world = await tusForTest();
    const id = randomUUID();
    const attempt = fc.record({
      method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'GET', 'PUT'),
      path: fc.constantFrom('', `/${id}`, `/${id}`, '/unknown', `/${randomUUID()}`, `/${id}/more`),
      headers: hostileHeaders,
      body: fc.constantFrom('', 'twenty bytes of video'),
    });
    await fc.assert(
      fc.asyncProperty(attempt, async (tried) => {
        await world.server.deps.limits.clear([{ limit: 'uploadByUser', key: 'admin' }]);
        await world.tus.begin({ id, sizeBytes: 20 });
        const sent = ['POST', 'PATCH', 'PUT'].includes(tried.method) ? tried : { ...tried, body: '' };
        expectRefusalOfOurs(world, sent, await send(world, sent));
      }),
      { seed, numRuns: RUNS },
    );
  });
});
