import type { PushPosition } from '#sync-server/sync/pushed-page.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import { userIdOf } from '../run/unreliable-fetch.ts';
import type { Loops } from './loops.ts';
import { readEvent, readPosition } from './stream-events.ts';

const HEARTBEAT_MS = 25_000;
const PULL = 'pull';

/**
 * A stream of the server's events: "pull" when it opens; after each write the changes themselves, if the server may
 * send them, or "pull"; and a heartbeat. It stays open while the server restarts.
 */
export function openEventStream({ server }: SimulationRun, loops: Loops, init: RequestInit): Response {
  const encoder = new TextEncoder();
  const userId = userIdOf(init);
  const body = new ReadableStream({
    start(controller) {
      let isOpen = true;
      let position: PushPosition | null = null;
      // Each event begins where the one before ended.
      let sent = readFirst().catch(() => undefined);
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      async function readFirst(): Promise<void> {
        if (userId !== null) position = await readPosition(server, userId);
      }
      async function readNext(): Promise<string> {
        if (userId === null || position === null) return PULL;
        const event = await readEvent(server, userId, position);
        position = event.position;
        return event.page === null ? PULL : JSON.stringify(event.page);
      }
      const announce = () => {
        sent = sent.then(async () => write(`data: ${await readNext().catch(() => PULL)}\n\n`));
      };
      const { setInterval, clearInterval } = loops.timers.globals;
      const timer = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
      loops.streams.add(announce);
      write(`data: ${PULL}\n\n`);
      init.signal?.addEventListener('abort', () => {
        isOpen = false;
        loops.streams.delete(announce);
        clearInterval(timer);
        controller.error(new DOMException('Aborted', 'AbortError'));
      });
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}
