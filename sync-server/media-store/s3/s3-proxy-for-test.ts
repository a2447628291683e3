import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { S3Config } from '#sync-server/s3-config.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly isForAll?: boolean;
}

/** The failure of a store that a test simulates. */
interface Faults {
  /** It ends each connection without a reply. */
  isDown: boolean;
  /** The reply to requests that write, or to all. */
  refusal: Refusal | null;
  /** It ends the connections of so many PUTs. */
  putsToDrop: number;
  /** It ends the reply to each GET after so many bytes. */
  cutAfterBytes: number;
}

const bodyOf = ({ code }: Refusal): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>So it is</Message></Error>`;

/** A bucket behind a proxy that can fail. Requests are counted by their method. */
export async function failingBucket() {
  const config = await newBucket();
  const faults: Faults = {
    isDown: false,
    putsToDrop: 0,
    refusal: null,
    cutAfterBytes: Number.POSITIVE_INFINITY,
  };
  const counts: Record<string, number> = {};
  const proxy = createServer((incoming, outgoing) => {
    const { method = '' } = incoming;
    counts[method] = (counts[method] ?? 0) + 1;
    const isDropped = method === 'PUT' && faults.putsToDrop > 0;
    if (isDropped) faults.putsToDrop -= 1;
    if (faults.isDown || isDropped) incoming.destroy();
    else if (faults.refusal !== null && (method === 'PUT' || faults.refusal.isForAll === true))
      refuse(faults.refusal, incoming, outgoing);
    else forward(config.endpoint, { incoming, outgoing, faults });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const s3: S3Config = { ...config, endpoint: `http://127.0.0.1:${port}` };
  return { s3, faults, counts };
}

function refuse(refusal: Refusal, incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  incoming.on('end', () =>
    outgoing.writeHead(refusal.status, { 'Content-Type': 'application/xml' }).end(bodyOf(refusal)),
  );
}

interface Forwarded {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly faults: Faults;
}

function forward(endpoint: string, { incoming, outgoing, faults }: Forwarded): void {
  const { method = '', url = '', headers } = incoming;
  const onward = request(new URL(url, endpoint), { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
    let sentBytes = 0;
    reply.on('data', (chunk: Buffer) => {
      const allowed = method === 'GET' ? faults.cutAfterBytes - sentBytes : chunk.length;
      sentBytes += chunk.length;
      outgoing.write(chunk.subarray(0, Math.max(0, allowed)), () => {
        if (chunk.length > allowed) outgoing.destroy();
      });
    });
    reply.on('end', () => outgoing.end());
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
