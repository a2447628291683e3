import * as v from 'valibot';
import { keysOf } from '../run/unreliable-fetch.ts';
import { releasedFingerprint } from './released-fingerprint.ts';

/** What a server of an earlier release put into the receipt of a command. */
export interface OlderReceipt {
  readonly fingerprint: string;
  /** The whole reply. */
  readonly reply: string;
}

const Calls = v.object({
  requests: v.array(
    v.looseObject({
      id: v.string(),
      method: v.string(),
      path: v.string(),
      headers: v.record(v.string(), v.string()),
      body: v.optional(v.unknown()),
    }),
  ),
});
const Replies = v.object({
  responses: v.array(
    v.object({ id: v.string(), headers: v.record(v.string(), v.string()), body: v.unknown() }),
  ),
});

/**
 * Between the network and a server that is of an earlier release until its upgrade: that knew neither short replies
 * nor positions in its history.
 */
export class OlderServer {
  /** By key. */
  readonly receipts = new Map<string, OlderReceipt>();

  /** A request, without what the server did not read. */
  ask(init: RequestInit): RequestInit {
    const headers = new Headers(init.headers);
    headers.delete('Prefer');
    headers.delete('History-Position');
    const batch = callsIn(init);
    if (batch === null) return { ...init, headers };
    const requests = batch.requests.map((call) => {
      const { Prefer: _, prefer: __, ...rest } = call.headers;
      return { ...call, headers: rest };
    });
    return { ...init, headers, body: JSON.stringify({ ...parse(init.body), requests }) };
  }

  /** Notes the receipts that the server leaves, and returns its reply. */
  async reply(path: string, init: RequestInit, reply: Response): Promise<Response> {
    reply.headers.delete('History-Position');
    const [key] = keysOf(init);
    if (key === undefined) return reply;
    const text = await reply.clone().text();
    const batch = callsIn(init);
    if (batch === null) {
      const isRepeated = reply.headers.get('Idempotency-Replayed') === 'true';
      this.#note(key, { method: init.method ?? 'GET', path, body: parse(init.body) }, { text, isRepeated });
      return reply;
    }
    const replies = v.safeParse(Replies, parse(text));
    for (const { id, headers, body } of replies.success ? replies.output.responses : []) {
      const call = batch.requests.find((one) => one.id === id);
      const isRepeated = headers['idempotency-replayed'] === 'true';
      if (call !== undefined) this.#note(id, call, { text: JSON.stringify(body), isRepeated });
    }
    return reply;
  }

  /** A repeated reply may be that of another key’s work, unless nothing is known of the first. */
  #note(
    key: string,
    { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
    { text, isRepeated }: { readonly text: string; readonly isRepeated: boolean },
  ): void {
    if (isRepeated && this.receipts.has(key)) return;
    const { pathname } = new URL(path, 'http://server.invalid');
    this.receipts.set(key, { fingerprint: releasedFingerprint(method, pathname, body), reply: text });
  }
}

function callsIn({ body }: RequestInit): v.InferOutput<typeof Calls> | null {
  const parsed = v.safeParse(Calls, parse(body));
  return parsed.success ? parsed.output : null;
}

function parse(body: unknown): object | null {
  try {
    return typeof body === 'string' ? JSON.parse(body) : null;
  } catch {
    return null;
  }
}
