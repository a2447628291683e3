// Loaded into a server before anything else (`node --import`): on the port LOOP_WATCH_PORT it returns the longest block
// of the event loop since the previous request, in milliseconds.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TURN_EVERY_MS = 1;

// The server's worker threads load it too, but only blocks of the main thread count.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: TURN_EVERY_MS });
  delays.enable();
  const server = createServer((_, response) => {
    const worstMs = Math.max(0, delays.max / 1e6 - TURN_EVERY_MS);
    delays.reset();
    response.end(String(worstMs));
  });
  server.listen(Number(process.env.LOOP_WATCH_PORT), '127.0.0.1');
  server.unref();
}
