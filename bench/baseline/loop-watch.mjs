// Loaded into a server before anything else (`node --import`): on the port LOOP_WATCH_PORT it returns the longest block
// of the event loop since the previous request, in milliseconds; below `/usage` the processor time and memory so far.
// Time in which the process waited for a processor does not count: other programs may use it.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const TURN_EVERY_MS = 1;
const SCHEDULED = '/proc/self/schedstat';

/** Milliseconds for which the main thread has waited for a processor; 0 where the system does not tell. */
function openWaits() {
  try {
    const file = openSync(SCHEDULED, 'r');
    const bytes = Buffer.alloc(100);
    process.once('exit', () => closeSync(file));
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 100, 0)).split(' ')[1]) / 1e6;
  } catch {
    return () => 0;
  }
}

/**
 * The largest memory so far. `maxRSS` of Node also counts the process that started this one, until it loaded another
 * program.
 */
function peakBytes() {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return Number(kibibytes) * 1_024;
  } catch {
    return process.resourceUsage().maxRSS * 1_024;
  }
}

function usage() {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const memory = { rssBytes: rss, peakBytes: peakBytes(), heapBytes: heapTotal, heapUsedBytes: heapUsed };
  return { cpuMs: (user + system) / 1e3, ...memory, externalBytes: external };
}

// The server's worker threads load it too, but only blocks of the main thread count.
if (isMainThread) {
  const readWaitedMs = openWaits();
  let longestMs = 0;
  let [lastMs, lastWaitedMs] = [performance.now(), readWaitedMs()];
  const turn = () => {
    const [nowMs, waitedMs] = [performance.now(), readWaitedMs()];
    longestMs = Math.max(longestMs, nowMs - lastMs - (waitedMs - lastWaitedMs) - TURN_EVERY_MS);
    [lastMs, lastWaitedMs] = [nowMs, waitedMs];
  };
  setInterval(turn, TURN_EVERY_MS).unref();
  const server = createServer((request, response) => {
    if (request.url === '/usage') {
      response.end(JSON.stringify(usage()));
      return;
    }
    turn();
    response.end(String(longestMs));
    longestMs = 0;
  });
  server.listen(Number(process.env.LOOP_WATCH_PORT), '127.0.0.1');
  server.unref();
}
