import * as v from 'valibot';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { BatchInput, BatchReply } from '#schema/sync/batch.ts';
import type { App } from '#sync-server/app.ts';

/** Faults of one request. */
export type Fault =
  | 'none'
  /** The request never leaves the device. */
  | 'requestLost'
  /** The server processes the request; its reply never arrives. */
  | 'replyLost'
  /** An intermediary replies in the server's place. */
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

const HTML = { 'Content-Type': 'text/html' };

export const faults = {
  requestLost: 'requestLost',
  replyLost: 'replyLost',
  error500: { status: 500, body: '{"error":"Oops","code":"internal"}' },
  badGateway: { status: 502, body: '<html>Bad gateway</html>', headers: HTML },
  unavailable: { status: 503, body: '', headers: { 'Retry-After': '1' } },
  timeout: { status: 408, body: '' },
  tooEarly: { status: 425, body: '' },
  tooMany: { status: 429, body: '{"error":"Slow down"}', headers: { 'Retry-After': '2' } },
  captivePortal: { status: 200, body: '<html>Welcome to our café</html>', headers: HTML },
  emptyReply: { status: 200, body: '' },
  strangeJson: { status: 200, body: '{"ok":true}' },
  proxyRefusal: { status: 403, body: '<html>Blocked by your school</html>', headers: HTML },
  proxyLogin: { status: 407, body: '' },
} as const satisfies Record<string, Fault>;

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly token: string | null;
}

function isByItself(path: string): boolean {
  const own = ['/healthz', '/api/sync', '/api/events', endpoints.endSession.path, endpoints.signOut.path];
  return own.some((start) => path.startsWith(start));
}

/** The network between the app and the server in this process, with fault injection. */
export class Network {
  readonly #app: App;
  /** Faults of the next requests, one each; none when empty. */
  plan: Fault[] = [];
  /** Faults of the next request at a path, whatever else is in flight. */
  readonly planAt = new Map<string, Fault>();
  /** Replies of the server to single calls of a batch, by Idempotency-Key; used once. */
  readonly planInside = new Map<string, { readonly status: number; readonly body: unknown }>();
  isDown = false;
  /** Calls that a sign-in page answers. */
  meddle: (path: string) => boolean = () => false;
  /** Requests that reached the server, in order; a batch is listed call by call. */
  readonly seen: Seen[] = [];
  /** Number of batches that reached the server. */
  batches = 0;

  constructor(app: App) {
    this.#app = app;
  }

  /** Replaces the browser's `fetch`. */
  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (this.isDown) throw new TypeError('Failed to fetch');
    if (this.meddle(path)) return new Response('<h1>Sign in</h1>', { headers: HTML });
    // The pull and the events are sent automatically between any two requests, so they use up no fault
    // planned for another.
    const takeNext = () => (isByItself(path) ? undefined : this.plan.shift());
    const fault = this.planAt.get(path) ?? takeNext() ?? 'none';
    this.planAt.delete(path);
    if (fault === 'requestLost') throw new TypeError('Failed to fetch');
    if (typeof fault === 'object') {
      const { status, body, headers } = fault;
      return new Response(body === '' ? null : body, { status, ...(headers ? { headers } : {}) });
    }
    this.#note(path, init);
    const isSplit = path === endpoints.batch.path && this.planInside.size > 0;
    const response = await (isSplit ? this.#respondInside(path, init) : this.#app.request(path, init));
    if (fault === 'replyLost') throw new TypeError('Failed to fetch');
    // Bodies are read here, so the device is not to compress them (pwa/api/carry-patiently.test.ts).
    response.headers.delete('Accept-Encoding');
    return response;
  };

  async #respondInside(path: string, init: RequestInit): Promise<Response> {
    const batch = v.parse(BatchInput, JSON.parse(String(init.body)));
    const keyOf = (call: { headers?: Record<string, string> }) => call.headers?.['Idempotency-Key'] ?? '';
    const plannedReplies = batch.requests.flatMap((call) => {
      const planned = this.planInside.get(keyOf(call));
      this.planInside.delete(keyOf(call));
      const headers = { 'x-request-id': crypto.randomUUID() };
      return planned === undefined ? [] : [{ id: call.id, headers, ...planned }];
    });
    const requests = batch.requests.filter(({ id }) => plannedReplies.every((planned) => planned.id !== id));
    const isEmpty = requests.length === 0;
    const response = isEmpty
      ? null
      : await this.#app.request(path, { ...init, body: JSON.stringify({ ...batch, requests }) });
    const reply = response === null ? null : v.parse(BatchReply, await response.json());
    const responses = [...(reply?.responses ?? []), ...plannedReplies];
    return Response.json({ responses, failedId: reply?.failedId ?? null });
  }

  #note(path: string, init: RequestInit): void {
    const headers = new Headers(init.headers);
    const token = headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    if (path !== endpoints.batch.path) {
      this.seen.push({ method: init.method ?? 'GET', path, key: headers.get('Idempotency-Key'), token });
      return;
    }
    this.batches += 1;
    for (const call of v.parse(BatchInput, JSON.parse(String(init.body))).requests) {
      const key = new Headers(call.headers).get('Idempotency-Key');
      this.seen.push({ method: call.method, path: call.path, key, token });
    }
  }
}
