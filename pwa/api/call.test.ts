import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { REQUEST_TIMEOUT_MS } from '#schema/limits.ts';
import { tokenOf } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { CallError, call } from './call.ts';
import { watchExchanges } from './exchange.ts';
import { lastFailure } from './failures.ts';
import { readToken, removeToken, writeToken } from './token.ts';

const courses = JSON.stringify({ courses: [] });
const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

function respondWith(body: string | null, init: ResponseInit = {}) {
  fetched.mockImplementation(async () => new Response(body, init));
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  removeToken();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a call', () => {
  it('is sent as JSON with cookies and the stored token', async () => {
    writeToken('t');
    respondWith(JSON.stringify({ activatedCourses: ['c 1'] }));
    await call(endpoints.activateCourse, {
      params: { courseId: 'c 1' },
      body: { activationCode: 'x' },
    }).catch(() => {});
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/courses/c%201/activate');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"activationCode":"x"}',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
    });
  });

  it('returns the parsed reply, without unknown fields', async () => {
    respondWith('{"courses":[],"more":1}');
    expect(await call(endpoints.listCourses)).toEqual({ courses: [] });
  });

  it.each([
    ['HTML', '<html>Welcome</html>'],
    ['nothing', ''],
    ['another shape', '{"courses":"none"}'],
    ['half a reply', '{"courses":['],
  ])('never treats a 200 with %s as a success', async (_, body) => {
    respondWith(body);
    await expect(call(endpoints.listCourses)).rejects.toMatchObject({ status: 0, code: 'unreadable_reply' });
  });

  it('throws with the server’s message, code, fields and request id', async () => {
    const error = {
      error: 'Some fields are missing',
      code: 'invalid_input',
      requestId: 'r1',
      fields: { email: 'Bad' },
    };
    respondWith(JSON.stringify(error), { status: 400, headers: { 'Retry-After': '7' } });
    await expect(call(endpoints.listCourses)).rejects.toMatchObject({
      status: 400,
      message: 'Some fields are missing',
      code: 'invalid_input',
      fields: { email: 'Bad' },
      requestId: 'r1',
      retryAfterMs: 7_000,
      isServerSentence: true,
    });
  });

  it('falls back to the screen’s message, or the catalogue’s when there is no response', async () => {
    respondWith('<html>', { status: 502 });
    const failure = call(endpoints.listCourses, { defaultMessage: 'Error fetching courses' });
    await expect(failure).rejects.toMatchObject({
      message: 'Error fetching courses',
      isServerSentence: false,
    });
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(
      call(endpoints.listCourses, { defaultMessage: 'Error fetching courses' }),
    ).rejects.toMatchObject({
      status: 0,
      code: 'no_answer',
      message: 'Network error - check if the server is running',
    });
  });

  it('times out after thirty seconds, even when the body never ends', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(async (_, { signal }) => {
      const body = new ReadableStream({
        start: (c) => signal?.addEventListener('abort', () => c.error(new Error())),
      });
      return new Response(body);
    });
    const failure = expect(call(endpoints.listCourses)).rejects.toMatchObject({ status: 0 });
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    await failure;
  });

  it('records the last failure for debug panels, without a body or a token', async () => {
    writeToken(tokenOf(alice.id));
    respondWith('{"error":"No","code":"not_found","requestId":"r2"}', {
      status: 404,
      headers: { 'X-Request-Id': 'r2' },
    });
    await expect(call(endpoints.listCourses)).rejects.toBeInstanceOf(CallError);
    expect(lastFailure()).toMatchObject({
      path: '/api/courses',
      status: 404,
      code: 'not_found',
      requestId: 'r2',
    });
    expect(JSON.stringify(lastFailure())).not.toContain(tokenOf(alice.id));
  });

  it('reports whether the server was reached, but not for an aborted call', async () => {
    const reached: boolean[] = [];
    const stop = watchExchanges(({ isReached }) => reached.push(isReached));
    respondWith(courses);
    await call(endpoints.listCourses);
    respondWith('<html>');
    await call(endpoints.listCourses).catch(() => {});
    await call(endpoints.listCourses, { signal: AbortSignal.abort() }).catch(() => {});
    stop();
    expect(reached).toEqual([true, false]);
  });
});

describe('a 401', () => {
  const ended = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  const body = '{"error":"Your session has ended","code":"session_ended"}';

  it('that ends the session removes the token it was sent with', async () => {
    writeToken('t');
    respondWith(body, ended);
    await expect(call(endpoints.me)).rejects.toMatchObject({ endsSession: true });
    expect(readToken()).toBeNull();
  });

  it('for an older token leaves the newer one', async () => {
    writeToken('new');
    respondWith(body, ended);
    await expect(call(endpoints.me, { token: 'old' })).rejects.toMatchObject({ endsSession: true });
    expect(readToken()).toBe('new');
  });

  it('for a wrong password does not sign the user out', async () => {
    writeToken('t');
    respondWith('{"error":"Invalid email or password","code":"wrong_credentials"}', { status: 401 });
    await expect(call(endpoints.listCourses)).rejects.toMatchObject({ endsSession: false });
    expect(readToken()).toBe('t');
  });
});
