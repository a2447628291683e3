import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { BODY_BYTES_PER_MS, CODE_FILE_MAX_BYTES, SILENCE_TIMEOUT_MS } from '#schema/limits.ts';
import { UPLOADS_PATH } from '#schema/sync/upload.ts';
import type { App } from './app.ts';
import { ApiError } from './http/reply/api-error.ts';
import { securityHeaders } from './http/reply/security-headers.ts';
import { BackgroundLane } from './turns/background-lane.ts';
import { TurnQueue } from './turns/turn-queue.ts';

/** A slow client is disconnected at the first check after its timeout; Node's default checks every 30 s. */
const CONNECTIONS_CHECK_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** 45 MB over a connection with a quarter of a megabit per second. */
const UPLOAD_TIMEOUT_MS = 30 * 60 * 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 20_000;
/** Connections that wait until the process accepts them. The system's own limit is lower on some. */
const BACKLOG = 4_096;
const DRAIN_MS = 4_000;
const IDLE_CHECK_MS = 50;

/** A supervisor of the process must not wait behind its users. */
const HEALTH_PATH = '/healthz';
/** Requests that a device sends on its own when it reconnects; no screen waits for them. */
const backgroundPaths = [endpoints.events, endpoints.pull, endpoints.me].map(({ path }): string => path);

export interface Listening {
  /** Origin under which the server is reached from this machine. */
  readonly url: string;
  readonly port: number;
  /** Accepts no new requests, lets running ones end (4 s at most), and is closed when resolved. */
  close(): Promise<void>;
}

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** Called for each request that only reads. */
  readonly onRead?: () => void;
}

/** Serves the app on a port (0: any free one). Rejects with Node's error when the port cannot be opened. */
export async function listen(app: App, { port, host, onRead }: ListenOptions): Promise<Listening> {
  const ends = new WeakMap<object, () => void>();
  const handleRequest = getRequestListener(releasing(app, ends), { errorHandler: unreadable });
  const queue = new TurnQueue();
  const lane = new BackgroundLane();
  const server = createServer(
    {
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Node would reject a request without one itself, without our headers.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      limitBodyTime(incoming);
      if (incoming.method === 'GET') onRead?.();
      const begin = () => void handleRequest(incoming, outgoing);
      if (incoming.url === HEALTH_PATH) begin();
      else if (isBackground(incoming)) {
        lane.begin((end) => {
          ends.set(incoming, end);
          outgoing.once('close', end);
          // One that was closed while it waited is not served.
          if (outgoing.destroyed) end();
          else queue.begin(begin);
        });
      } else queue.begin(begin);
    },
  );
  server.on('clientError', refuseConnection);
  // Node would reject this itself: a request with an expectation other than 100-continue.
  server.on('checkExpectation', (_, outgoing) => {
    outgoing.writeHead(417, { ...securityHeaders, 'Content-Length': '0', Connection: 'close' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address : undefined;
  return { url: originOf(bound, host), port: bound?.port ?? port, close: () => drain(server) };
}

function isBackground({ url = '' }: IncomingMessage): boolean {
  const query = url.indexOf('?');
  return backgroundPaths.includes(query === -1 ? url : url.slice(0, query));
}

/** Ends the place in the lane when the reply is made, though a stream of events stays open. */
function releasing(app: App, ends: WeakMap<object, () => void>) {
  return (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = app.fetch(request, env);
    const end = ends.get(env.incoming);
    return end === undefined ? response : Promise.resolve(response).finally(end);
  };
}

const uploadPaths = Object.values(endpoints)
  .filter((endpoint) => endpoint.body === 'multipart')
  .map((endpoint) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`))
  .concat(new RegExp(`^${UPLOADS_PATH}/`));

/**
 * Node has one timeout for all requests: files get all of it, every other body is cut off earlier, after a time
 * in proportion to its length.
 */
function limitBodyTime(incoming: IncomingMessage): void {
  const { headers, url = '', socket } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (!hasBody || uploadPaths.some((path) => path.test(url))) return;
  const timer = setTimeout(() => {
    if (incoming.complete) return;
    refuseConnection(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }, bodyTimeMs(headers['content-length'])).unref();
  incoming.once('close', () => clearTimeout(timer));
}

function bodyTimeMs(length: string | undefined): number {
  const bytes = Math.min(Number(length ?? 0), CODE_FILE_MAX_BYTES);
  return Math.min(
    Math.max(REQUEST_TIMEOUT_MS, SILENCE_TIMEOUT_MS + bytes / BODY_BYTES_PER_MS),
    UPLOAD_TIMEOUT_MS,
  );
}

function originOf(address: AddressInfo | undefined, host: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${address?.port ?? 0}`;
}

/** Input that never became a request: an impossible Host header or address. */
function unreadable(error: unknown): Response {
  const refusal = new ApiError(error instanceof RequestError ? 'invalid_input' : 'internal');
  const headers = { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify({ error: refusal.message, code: refusal.code }), {
    status: refusal.status,
    headers,
  });
}

/** Input that is not HTTP, has too large headers, or is too slow. */
function refuseConnection(
  error: Error & { code?: string },
  socket: Socket | import('node:stream').Duplex,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const headers = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const drainTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection that received its reply a moment ago becomes idle only after the first check.
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(drainTimer);
      clearInterval(idleTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
