import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

interface Speed {
  /** Bandwidth of the server's replies, shared by all connections. */
  readonly bytesPerSecond: number;
  /** From a request to the first byte of its reply, and once more for each new connection. */
  readonly roundTripMs: number;
}

/** Bytes sent before another connection has its turn. */
const PIECE_BYTES = 1_400;

/**
 * A slow connection to the server, on its own port, for all of the browser's requests: pages, its worker and
 * background work share it, as on a train.
 */
export class SlowProxy {
  readonly port: number;
  private readonly speed: Speed;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** The time at which everything sent so far has arrived. */
  private freeAt = 0;

  private constructor(port: number, target: number, speed: Speed) {
    this.port = port;
    this.speed = speed;
    this.server = createServer((socket) => this.carry(socket, connect(target, '127.0.0.1')));
  }

  static async to(target: number, speed: Speed): Promise<SlowProxy> {
    const proxy = new SlowProxy(await freePort(), target, speed);
    await new Promise<void>((resolve) => proxy.server.listen(proxy.port, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private carry(browser: Socket, server: Socket): void {
    const end = () => {
      browser.destroy();
      server.destroy();
    };
    for (const socket of [browser, server]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
    const openAt = Date.now() + this.speed.roundTripMs;
    browser.on('data', (bytes: Buffer) => {
      const at = Math.max(openAt, Date.now()) + this.speed.roundTripMs;
      setTimeout(() => server.writable && server.write(bytes), at - Date.now());
    });
    server.on('data', (bytes: Buffer) => {
      server.pause();
      void this.trickle(bytes, browser).then(() => server.resume());
    });
  }

  private async trickle(bytes: Buffer, browser: Socket): Promise<void> {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const piece = bytes.subarray(from, from + PIECE_BYTES);
      const now = Date.now();
      this.freeAt = Math.max(now, this.freeAt) + (1_000 * piece.length) / this.speed.bytesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, this.freeAt - now));
      if (!browser.writable) return;
      browser.write(piece);
    }
  }
}
