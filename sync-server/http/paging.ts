import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from './reply/api-error.ts';
import { type AppContext, reply } from './reply.ts';

/** Where a page of a list begins: behind a row, by its key in the order of the list and its id. */
export interface Place {
  readonly key: string;
  readonly id: string;
}

export interface PageQuery {
  readonly limit: number;
  /** Null: from the first row. */
  readonly after: Place | null;
}

/**
 * The page that a request asks for by `limit` and `after`; null for the whole list. Throws ApiError 400 for a limit
 * below 1 or above `limitMax`, and for an `after` that no page returned as its `next`.
 */
export function readPageQuery(c: AppContext, limitMax: number): PageQuery | null {
  const [limit, after] = [c.req.query('limit'), c.req.query('after')];
  if (limit === undefined) return null;
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > limitMax) throw invalid('limit', serverMessages.pageLimitInvalid(limitMax));
  return { limit: count, after: after === undefined || after === '' ? null : parsePlace(after) };
}

export const printPlace = ({ key, id }: Place): string => `${key} ${id}`;

/** Throws ApiError 400 for a text that `printPlace` did not write. */
export function parsePlace(text: string): Place {
  const [, key, id] = /^(\S{1,200}) (\S{1,64})$/.exec(text) ?? [];
  if (key === undefined || id === undefined) throw invalid('after', serverMessages.pageAfterInvalid);
  return { key, id };
}

const invalid = (name: string, message: string) =>
  new ApiError('invalid_input', { message, fields: { [name]: message } });

/**
 * A whole list as `{"<name>":[…]}`, written while it is read: however long it is, a part of it is in memory. `items` is
 * the JSON text of the items and their commas, in pieces, which are requested as fast as the client reads.
 */
export function streamList(
  c: AppContext,
  name: string,
  items: AsyncIterable<string>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const iterator = textOf(name, items);
  const encoder = new TextEncoder();
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
  const isGzip = /\bgzip\b(?!\s*;\s*q=0)/.test(c.req.header('Accept-Encoding') ?? '');
  const body = isGzip ? plain.pipeThrough(new CompressionStream('gzip')) : plain;
  return reply(c, body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Authorization, Accept-Encoding',
      ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...headers,
    },
  });
}

async function* textOf(name: string, items: AsyncIterable<string>): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:[`;
  yield* items;
  yield ']}';
}
