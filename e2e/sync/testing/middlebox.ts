import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** How a middlebox treats a call: a reply of its own, or an end of the connection. */
export type Meddling = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const page = (status: number, headers: Record<string, string> = {}): Meddling => {
  return (_, outgoing) =>
    outgoing.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end('<h1>Blocked here</h1>');
};

const json = (status: number, body: string): Meddling => {
  return (_, outgoing) => outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
};

/** Everything that firewalls, filters and sign-in pages of networks are known to answer. */
export const meddlings = {
  'a page with 403': page(403),
  'a redirect to a sign-in page': page(302, { Location: 'http://login.example/' }),
  'a page with 200': page(200),
  'a demand to sign in to the network': page(511),
  'an empty 204': (_, outgoing) => outgoing.writeHead(204).end(),
  'other JSON': json(200, '{"ok":true}'),
  'broken JSON': json(200, '{"changes":[{'),
  'a refusal in JSON': json(403, '{"error":"Blocked","code":"blocked"}'),
  'a body that is cut': (_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    outgoing.write('{"changes":', () => outgoing.destroy());
  },
  'a demand to sign in to the proxy': page(407),
  'a limit of the size': page(413),
  'a limit of the number without a time': page(429),
  'an error of its own': page(500),
  'a reset': (incoming) => incoming.socket.resetAndDestroy(),
} as const satisfies Record<string, Meddling>;

interface Call {
  readonly method: string;
  readonly path: string;
}

export interface Middlebox {
  readonly url: string;
  /** Treats the calls for which `matches` is true; all others pass. */
  meddle(meddling: Meddling, matches: (call: Call) => boolean): void;
  /** The same, for calls whose uncompressed body matches. */
  meddleWithBody(meddling: Meddling, matches: (text: string) => boolean): void;
  /** Changes the headers and the body of calls that pass. */
  rewrite(change: (headers: IncomingHttpHeaders, body: Buffer) => Buffer): void;
  letPass(): void;
  close(): Promise<void>;
}

/** A proxy in front of the server at `target` that answers in its place, or changes what passes. */
export async function openMiddlebox(target: string): Promise<Middlebox> {
  let meddling: Meddling | null = null;
  let matches = (_: Call) => false;
  let matchesBody = (_: string) => false;
  let change = (_: IncomingHttpHeaders, body: Buffer) => body;
  const server = createServer((incoming, outgoing) => {
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
    if (meddling !== null && matches(call)) return meddling(incoming, outgoing);
    void readBody(incoming).then((body) => {
      if (meddling !== null && matchesBody(textOf(incoming, body))) return meddling(incoming, outgoing);
      forward(target, incoming, outgoing, change(incoming.headers, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    meddle: (next, when) => {
      meddling = next;
      matches = when;
    },
    meddleWithBody: (next, when) => {
      meddling = next;
      matches = () => false;
      matchesBody = when;
    },
    rewrite: (next) => {
      change = next;
    },
    letPass: () => {
      meddling = null;
      matchesBody = () => false;
      change = (_, body) => body;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The middlebox does not listen');
  return address.port;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const textOf = ({ headers }: IncomingMessage, body: Buffer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
  const { method, url, headers } = incoming;
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.byteLength);
  const onward = request(`${target}${url}`, { method, headers, agent: false }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('error', () => outgoing.destroy());
    reply.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  outgoing.on('close', () => onward.destroy());
  onward.end(body);
}
