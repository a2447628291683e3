import type { Hono } from 'hono';
import * as v from 'valibot';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER } from '#schema/protocol.ts';
import type { Deps } from '../deps.ts';
import { createClientAddress } from '../security/client-address.ts';
import { type AppContext, type AppEnv, reply } from './reply.ts';

/** Request headers that a proxy must pass on. */
export const PROBED_HEADERS: readonly string[] = [
  ...[IDEMPOTENCY_KEY_HEADER, 'If-Match', 'If-None-Match', 'If-Range', 'Range', 'Authorization'],
];
export const PROXY_PROBE_PATH = '/healthz/proxy';
export const STREAM_PROBE_PATH = '/healthz/stream';
/** The value of each probed header. */
export const PROBE_VALUE = '"probe"';

/** The time between the two parts of the streamed reply. A proxy that buffers sends both at once. */
export const STREAM_PAUSE_MS = 1_000;

export const ProxyProbe = v.object({
  /** The probed headers that arrived as they were sent. */
  received: v.array(v.string()),
  /** `ignored`: the sender of X-Forwarded-For is not in TRUSTED_PROXIES. */
  forwardedFor: v.picklist(['absent', 'ignored', 'trusted']),
  host: v.string(),
});
export type ProxyProbe = v.InferOutput<typeof ProxyProbe>;

/** The call that `carrel doctor` makes through the proxy. Returns only what its caller sent; anyone may call it. */
export function mountProxyProbe(app: Hono<AppEnv>, deps: Deps): void {
  const noStore = { 'Cache-Control': 'no-store' };
  app.get(PROXY_PROBE_PATH, (c) => {
    const headers = {
      ...{ ...noStore, 'Content-Type': 'application/json; charset=utf-8', ETag: PROBE_VALUE },
      ...{ [RECEIPT_HEADER]: PROBE_VALUE, [IDEMPOTENCY_REPLAYED_HEADER]: PROBE_VALUE },
    };
    return reply(c, JSON.stringify(readProbe(deps, c)), { headers });
  });
  app.get(STREAM_PROBE_PATH, (c) => {
    const headers = {
      ...noStore,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
    };
    return reply(c, openStream(), { headers });
  });
}

function readProbe({ config }: Deps, c: AppContext): ProxyProbe {
  const forwarded = c.req.header('X-Forwarded-For');
  let isIgnored = false;
  const addressOf = createClientAddress(config.trustedProxies, () => {
    isIgnored = true;
  });
  addressOf(c.env?.incoming?.socket.remoteAddress, forwarded);
  return {
    received: PROBED_HEADERS.filter((name) => c.req.header(name) === PROBE_VALUE),
    forwardedFor: forwarded === undefined ? 'absent' : isIgnored ? 'ignored' : 'trusted',
    host: c.req.header('Host') ?? '',
  };
}

function openStream(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(': first\n\n'));
      timer = setTimeout(() => {
        controller.enqueue(encoder.encode(': second\n\n'));
        controller.close();
      }, STREAM_PAUSE_MS).unref();
    },
    cancel: () => clearTimeout(timer),
  });
}
