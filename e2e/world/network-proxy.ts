import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { freePort } from './free-port.ts';

/** Faults of a request or its reply. */
export type ProxyFault =
  | 'lose-request'
  | 'lose-reply'
  | 'bad-gateway'
  | 'captive-portal'
  | 'captive-redirect'
  | 'stall';

/** A part of a file that was transferred. */
export interface MediaPart {
  readonly path: string;
  /** Offset of its first byte within the file. */
  readonly first: number;
  /** Bytes handed to the browser so far; grows during the transfer. */
  sent: number;
}

/** A new connection for each request: the server may close a keep-alive connection just as it is reused. */
const agent = new Agent({ keepAlive: false });

interface Rule {
  readonly fault: ProxyFault;
  readonly matches: (request: IncomingMessage) => boolean;
  remaining: number;
}

/**
 * The network between browser and server: an HTTP proxy on its own port, which stays the same while servers
 * behind it come and go. It can cut all connections, or inject faults into chosen requests.
 */
export class NetworkProxy {
  /** Every request that reached the server, as `METHOD /path`. */
  readonly delivered: string[] = [];
  /** The idempotency key of every command that reached the server, alone or in a batch, once per arrival. */
  readonly commandIds: string[] = [];
  /** Every reply below /media, by the bytes actually transferred. */
  readonly media: MediaPart[] = [];
  /** Rate limit of media, while set. */
  mediaBytesPerSecond = Number.POSITIVE_INFINITY;
  private readonly rules: Rule[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly stalling = new Set<Socket>();
  private isCut = false;

  readonly port: number;
  private readonly target: number;
  private readonly server: Server;

  private constructor(port: number, target: number, server: Server) {
    this.port = port;
    this.target = target;
    this.server = server;
  }

  static async to(target: number): Promise<NetworkProxy> {
    const port = await freePort();
    const server = createServer();
    const networkProxy = new NetworkProxy(port, target, server);
    server.on('request', (incoming, outgoing) => networkProxy.carry(incoming, outgoing));
    server.on('connection', (socket) => networkProxy.accept(socket));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return networkProxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * From now on every connection is reset, as if the network had failed; with `sparingStalled` stalled ones
   * stay stalled, as on a connection whose loss was not noticed yet.
   */
  cut({ sparingStalled = false } = {}): void {
    this.isCut = true;
    for (const socket of this.sockets) {
      if (!(sparingStalled && this.stalling.has(socket))) socket.destroy();
    }
  }

  /** Number of stalled requests. */
  get stalled(): number {
    return this.stalling.size;
  }

  reconnect(): void {
    this.isCut = false;
  }

  /** Injects `fault` into the next `times` requests whose `METHOD /path` contains `part`. */
  injectFault(fault: ProxyFault, part: string, times = 1): void {
    this.rules.push({ fault, remaining: times, matches: (r) => `${r.method} ${r.url}`.includes(part) });
  }

  /** Whether every planned fault has been injected. */
  get isSpent(): boolean {
    return this.rules.every((rule) => rule.remaining === 0);
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(socket: Socket): void {
    if (this.isCut) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.stalling.delete(socket);
    });
    socket.on('error', () => socket.destroy());
  }

  private carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const rule = this.rules.find((one) => one.remaining > 0 && one.matches(incoming));
    if (rule) rule.remaining -= 1;
    if (rule?.fault === 'lose-request') {
      incoming.socket.destroy();
      return;
    }
    // Stalls until the client aborts or the connection is cut.
    if (rule?.fault === 'stall') {
      this.stalling.add(incoming.socket);
      return;
    }
    if (rule?.fault === 'bad-gateway') {
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    // To another origin, as such networks do.
    if (rule?.fault === 'captive-redirect' && incoming.headers.host?.startsWith('127.0.0.1') === true) {
      outgoing.writeHead(302, { location: `http://localhost:${this.port}/sign-in` }).end();
      return;
    }
    if (rule?.fault === 'captive-portal' || rule?.fault === 'captive-redirect') {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the station Wi-Fi</h1>');
      return;
    }
    this.forward(incoming, outgoing, rule?.fault === 'lose-reply');
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse, losesReply: boolean): void {
    const { method, url, headers } = incoming;
    const target = { host: '127.0.0.1', port: this.target, agent };
    const onward = request({ ...target, method, path: url, headers }, (reply) => {
      this.delivered.push(`${method} ${url}`);
      this.commandIds.push(...listCommandIds(headers, url === BATCH ? Buffer.concat(sent) : null));
      if (losesReply) {
        reply.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      if (url?.startsWith('/media/')) reply.pipe(this.meter(url, reply)).pipe(outgoing);
      else reply.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    const sent: Buffer[] = [];
    if (url === BATCH) incoming.on('data', (chunk: Buffer) => sent.push(chunk));
    incoming.pipe(onward);
  }

  private meter(url: string, reply: IncomingMessage): Transform {
    const [, first = '0'] = /^bytes (\d+)-/.exec(reply.headers['content-range'] ?? '') ?? [];
    const part: MediaPart = { path: url.split('?')[0] ?? url, first: Number(first), sent: 0 };
    this.media.push(part);
    return new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        part.sent += bytes.byteLength;
        const delayMs = (1_000 * bytes.byteLength) / this.mediaBytesPerSecond;
        if (delayMs < 1) done(null, bytes);
        else setTimeout(done, delayMs, null, bytes);
      },
    });
  }
}

const BATCH = '/api/batch';
const KEY = 'idempotency-key';

function listCommandIds(headers: IncomingHttpHeaders, batch: Buffer | null): string[] {
  const text = batch === null ? '{}' : readText(headers, batch);
  const { requests = [] }: { requests?: { id: string }[] } = JSON.parse(text);
  const alone = headers[KEY];
  return [...(typeof alone === 'string' ? [alone] : []), ...requests.map(({ id }) => id)];
}

const readText = (headers: IncomingHttpHeaders, body: Buffer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
