import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { onTestFinished } from 'vitest';

interface ProxyFaults {
  readonly dropsRequestHeader?: string;
  readonly dropsResponseHeader?: string;
  readonly namesClient?: boolean;
  readonly buffers?: boolean;
  readonly caches?: boolean;
}

/** A reverse proxy on a free port, with the given faults. Returns its address. */
export async function proxyForTest(target: string, faults: ProxyFaults = {}): Promise<string> {
  const cache = new Map<string, { headers: object; body: Buffer }>();
  const server = createServer((incoming, outgoing) => {
    const key = incoming.url ?? '';
    const cached = cache.get(key);
    if (cached !== undefined) {
      outgoing.writeHead(200, { ...cached.headers }).end(cached.body);
      return;
    }
    const headers = { ...incoming.headers };
    if (faults.dropsRequestHeader !== undefined) delete headers[faults.dropsRequestHeader];
    if (faults.namesClient === true) headers['x-forwarded-for'] = '203.0.113.7';
    const forwarded = request(new URL(key, target), { headers, method: incoming.method }, (response) => {
      const returned = { ...response.headers };
      if (faults.dropsResponseHeader !== undefined) delete returned[faults.dropsResponseHeader];
      if (faults.buffers !== true && faults.caches !== true) {
        outgoing.writeHead(response.statusCode ?? 502, returned);
        response.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        delete returned['transfer-encoding'];
        const body = Buffer.concat(parts);
        if (faults.caches === true) cache.set(key, { headers: returned, body });
        outgoing.writeHead(response.statusCode ?? 502, returned).end(body);
      });
    });
    forwarded.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
