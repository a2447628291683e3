import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An address that leads to one PostgreSQL server and later to another, as the address of a cluster does. */
export interface DatabaseAddress {
  readonly port: number;
  /** Ends every connection; new ones lead to another port. */
  leadTo(port: number): void;
  /** Nothing passes on the connections that are open, and none of them ends, as when a machine loses its network. */
  fallSilent(): void;
}

export async function openDatabaseAddress(firstPort: number): Promise<DatabaseAddress> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    endAll();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    leadTo(next) {
      target = next;
      endAll();
    },
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
