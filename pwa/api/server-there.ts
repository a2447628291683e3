/** Served by the server itself, never by the worker or a cache. */
export const ALIVE = { path: '/healthz', body: 'alive\n' };
export const TIMEOUT_MS = 5_000;

/** Whether our server responds now, and not a captive portal in its place. Never rejects. */
export async function isServerThere(): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch(ALIVE.path, { cache: 'no-store', signal: controller.signal });
    return reply.ok && (await reply.text()) === ALIVE.body;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
