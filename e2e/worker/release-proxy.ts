import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from '../world/free-port.ts';

/** A new connection for each request: the server may close a keep-alive connection just as it is reused. */
const agent = new Agent({ keepAlive: false });

/**
 * A proxy in front of a server that can pretend that a newer version of the app was deployed: from then on
 * the worker's script differs by a byte, which makes a browser install it again. It can also withhold the
 * worker, and drop files of the previous version.
 */
export class ReleaseProxy {
  readonly url: string;
  private release = 1;
  /** Parts of missing URLs, each with the page whose load restores it. */
  private readonly missing = new Map<string, string | null>();
  /** Parts of URLs that a filter in the network blocks. */
  private readonly blocked = new Set<string>();
  private readonly target: number;
  private readonly server: Server;

  private constructor(url: string, target: number, server: Server) {
    this.url = url;
    this.target = target;
    this.server = server;
  }

  static async before(target: number): Promise<ReleaseProxy> {
    const port = await freePort();
    const server = createServer();
    const proxy = new ReleaseProxy(`http://127.0.0.1:${port}`, target, server);
    server.on('request', (incoming, outgoing) => proxy.carry(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  deployNext(): void {
    this.release += 1;
  }

  /**
   * Responds with 404 to requests whose path contains `part`, until it is restored or the page `untilPage` is
   * loaded: a new page requests the new version's chunks. It does not count requests, since a browser may
   * request one script several times.
   */
  lose(part: string, untilPage: string | null = null): void {
    this.missing.set(part, untilPage);
  }

  /** Refuses requests whose path contains `part`, with the page of a filter, until it is restored. */
  block(part: string): void {
    this.blocked.add(part);
  }

  restore(part: string): void {
    this.missing.delete(part);
    this.blocked.delete(part);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.isMissing(incoming.url ?? '')) {
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if ([...this.blocked].some((part) => incoming.url?.includes(part))) {
      outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<p>Blocked by your school</p>');
      return;
    }
    const isWorker = incoming.url === '/sw.js';
    const { 'accept-encoding': _, 'if-none-match': __, ...plain } = incoming.headers;
    const headers = isWorker ? plain : incoming.headers;
    const { method, url: path } = incoming;
    const target = { host: '127.0.0.1', port: this.target, agent };
    const onward = request({ ...target, method, path, headers }, (reply) => {
      const { 'content-length': length, ...rest } = reply.headers;
      const note = isWorker ? `\n// release ${this.release}\n` : '';
      outgoing.writeHead(
        reply.statusCode ?? 502,
        isWorker ? rest : { ...rest, ...(length && { 'content-length': length }) },
      );
      reply.pipe(outgoing, { end: false });
      reply.on('end', () => outgoing.end(note));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  private isMissing(path: string): boolean {
    for (const [part, untilPage] of this.missing) {
      if (path === untilPage) this.missing.delete(part);
      else if (path.includes(part)) return true;
    }
    return false;
  }
}
