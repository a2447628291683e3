import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Endpoint, noInput } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import { errorCodes } from '#schema/messages/errors.ts';
import { inputSchema } from '#sync-server/api-docs/json-schema.ts';
import { arbitraryOf, hostileValues, spoil } from '#sync-server/testing/arbitrary-input.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestResponse } from '#sync-server/testing/test-request.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

/** Set FUZZ_SEED to reproduce a failure; the seed is in every test's name. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
/**
 * Processor time: far more than any valid case needs, far less than a stuck parser takes, on a busy machine
 * too.
 */
const SLOW_CPU_US = 2_000_000;

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/xml',
  '',
];
const hostileTexts = hostileValues.filter((value) => typeof value === 'string').filter(isHeaderSafe);

function isHeaderSafe(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && text.length < 3_000;
}

const ids: Readonly<Record<string, readonly string[]>> = {
  courseId: ['tides', 'winds'],
  moduleId: ['tides-module-1', 'winds-module-2'],
  lessonId: ['tides-lesson-1', 'winds-lesson-3'],
  resourceId: ['tides-lesson-1-resource', 'winds-lesson-3-resource'],
  quizId: ['tides-quiz'],
  questionId: ['tides-question'],
  attemptId: ['no-attempt'],
  userId: ['alice', 'bob', 'admin'],
  batchId: ['tides-demo', 'winds-demo'],
  codeId: ['no-such-code'],
};

interface Attempt {
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly as: 'alice' | 'admin' | 'nobody';
}

/** Requests to one call: its path with known, unknown and hostile ids, bodies from valid to random. */
function attempts(endpoint: Endpoint): fc.Arbitrary<Attempt> {
  const name = /:(\w+)/.exec(endpoint.path)?.[1];
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(ids[name ?? ''] ?? [''])) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.string() },
  );
  const valid = endpoint.input === noInput ? fc.constant({}) : arbitraryOf(inputSchema(endpoint.input));
  const spoiled = fc
    .tuple(valid, fc.nat(), fc.constantFrom(...hostileValues))
    .map(([input, at, value]) => spoil(input, at, value));
  const text = fc.oneof(
    { weight: 8, arbitrary: valid.map((input) => JSON.stringify(input)) },
    { weight: 5, arbitrary: spoiled.map((input) => JSON.stringify(input)) },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '"\\ud800"', `${'['.repeat(40)}${']'.repeat(40)}`, '\u0000', ''),
    },
  );
  const headers = fc.record(
    {
      'Content-Type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...CONTENT_TYPES),
        },
      ),
      'Idempotency-Key': mostly(fc.uuid()),
      'If-Match': mostly(fc.constantFrom('"1"', '"2"')),
      'If-None-Match': fc.constantFrom('*', '"x"', ...hostileTexts),
      'Accept-Encoding': fc.constantFrom('br', 'gzip;q=0', ',,;=', 'identity'),
      'X-Forwarded-For': fc.constantFrom('1.2.3.4', '::1, x', ...hostileTexts),
    },
    { requiredKeys: ['Content-Type'] },
  );
  return fc.record({
    path: id.map((value) =>
      name === undefined ? endpoint.path : endpoint.path.replace(`:${name}`, encodeLoosely(value)),
    ),
    body: endpoint.method === 'GET' ? fc.constant(undefined) : text,
    headers,
    as: fc.constantFrom('alice' as const, 'admin' as const, 'admin' as const, 'nobody' as const),
  });
}

function mostly(arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) });
}

function encodeLoosely(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%F0%9F';
  }
}

async function send(server: TestServer, endpoint: Endpoint, attempt: Attempt): Promise<TestResponse> {
  const { path, body, headers, as } = attempt;
  return server.request(path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { raw: body }),
    ...(as === 'nobody' ? {} : { as: server.people[as] }),
    headers,
  });
}

/** The invariants of every response, whatever the request. */
function expectSound(response: TestResponse, endpoint: Endpoint): void {
  expect(response.status).toBeLessThan(500);
  expect(response.header('X-Content-Type-Options')).toBe('nosniff');
  expect(response.header('X-Request-Id')).not.toBeNull();
  if (response.status === 304) return;
  expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
  const encoding = response.header('Content-Encoding');
  if (encoding !== null) return;
  if (response.status === 200) {
    response.read(endpoint.output);
    return;
  }
  const { code, requestId, error } = v.parse(
    v.required(ErrorBody, ['code', 'requestId']),
    JSON.parse(response.text),
  );
  const known = Object.entries(errorCodes).find(([name]) => name === code);
  expect(known?.[1].status).toBe(response.status);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(error).not.toMatch(/sqlite|kysely|\bat .*\.ts|\/sync-server/i);
}

describe(`whatever is sent (seed ${seed})`, () => {
  it.each(Object.entries(endpoints).filter(([, { body, reply }]) => body === 'json' && reply === 'json'))(
    '%s responds validly and quickly',
    { timeout: 240_000 },
    async (_, endpoint: Endpoint) => {
      const server = await serverForTest({
        courses: [fixtureCourse(), fixtureCourse({ id: 'winds', status: 'unpublished' })],
      });
      await addQuiz(server);
      const property = fc.asyncProperty(attempts(endpoint), async (attempt) => {
        const before = process.cpuUsage().user;
        const response = await send(server, endpoint, attempt);
        expect(process.cpuUsage().user - before).toBeLessThan(SLOW_CPU_US);
        expectSound(response, endpoint);
      });
      await fc.assert(property, { seed, numRuns: RUNS });
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect((await server.request('/api/courses')).status).toBe(200);
    },
  );
});
