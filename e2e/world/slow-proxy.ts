import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

interface Speed {
  /** Bandwidth of the server's replies, shared by all connections. */
  readonly bytesPerSecond: number;
  /** From a request to the first byte of its reply, and once more for each new connection. */
  readonly latencyMs: number;
  /** Requests are as slow as replies; they take no bandwidth without it. */
  readonly isSlowBothWays?: boolean;
  /** The share of pieces that are lost: each is sent once more, a round trip later. */
  readonly lossRate?: number;
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
  /** Bytes of requests and replies, without those that were lost on the way. */
  carriedBytes = 0;
  /** The times at which everything sent so far has arrived. */
  private readonly freeAt = { up: 0, down: 0 };

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
    const openAt = Date.now() + this.speed.latencyMs;
    browser.on('data', (bytes: Buffer) => {
      if (this.speed.isSlowBothWays) {
        browser.pause();
        void this.trickle(bytes, server, 'up').then(() => browser.resume());
        return;
      }
      const at = Math.max(openAt, Date.now()) + this.speed.latencyMs;
      setTimeout(() => server.writable && server.write(bytes), at - Date.now());
    });
    server.on('data', (bytes: Buffer) => {
      server.pause();
      void this.trickle(bytes, browser, 'down').then(() => server.resume());
    });
  }

  private async trickle(bytes: Buffer, to: Socket, direction: 'up' | 'down'): Promise<void> {
    const { bytesPerSecond, lossRate = 0, latencyMs, isSlowBothWays } = this.speed;
    // A request waits for the round trip; the pieces after its first follow it.
    if (direction === 'up' && isSlowBothWays) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const piece = bytes.subarray(from, from + PIECE_BYTES);
      const now = Date.now();
      const isLost = lossRate > 0 && Math.random() < lossRate;
      const ms = (1_000 * piece.length) / bytesPerSecond;
      this.freeAt[direction] = Math.max(now, this.freeAt[direction]) + (isLost ? 2 * ms + latencyMs : ms);
      await new Promise((resolve) => setTimeout(resolve, this.freeAt[direction] - now));
      if (!to.writable) return;
      this.carriedBytes += piece.length;
      to.write(piece);
    }
  }
}
