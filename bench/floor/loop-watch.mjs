// Loaded into a server before anything else (`node --import`): answers on a port of its own how long the event loop
// was kept from turning since the question before, at worst, in milliseconds. LOOP_WATCH_PORT says which port.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TURN_EVERY_MS = 1;

// Threads of the server load it too, and nobody waits for them.
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
