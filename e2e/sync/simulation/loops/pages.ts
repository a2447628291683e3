import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { isAdmin, type Member, on, type SimulationRun } from '../run/simulation-run.ts';
import { ticks } from '../run/unreliable-fetch.ts';
import { createLoopFetch } from './loop-fetch.ts';
import { createLoops, findLoops, type Loops } from './loops.ts';

/** More than a page needs until its first request. */
const FIRST_TICKS = 100;

/** Opens a page with running loops on every device of such a run. */
export async function startLoops(run: SimulationRun): Promise<void> {
  if (!run.circumstances.hasLoops) return;
  const loops = createLoops(run);
  for (const member of run.members) {
    member.device.fetch = createLoopFetch(run, loops, member);
    await openPage(run, member);
    // Until its first request a page takes more turns of the event loop on a device that its user has used before.
    await ticks(FIRST_TICKS);
  }
}

export async function openPage(run: SimulationRun, member: Member): Promise<void> {
  const loops = findLoops(run);
  if (loops === null || loops.pages.has(member)) return;
  await on(run, member, async (app, store) => {
    const unwatch = watchRows(run, loops, { member, store });
    const stopUploads = isAdmin(app, member.userId) ? [app.loops.startUploads()] : [];
    const stops = [app.loops.startSync(), ...stopUploads];
    const stop = () => {
      for (const stopOne of stops) stopOne();
    };
    loops.pages.set(member, { stop, unwatch });
  });
  // What an earlier page found out about the connection does not count.
  member.device.events.dispatchEvent(new Event('online'));
}

/** The page ends without notice, and what was under way in it. */
export function crashPage(run: SimulationRun, member: Member): void {
  const { device, userId } = member;
  const loops = findLoops(run);
  // Still watched: a transaction that has begun may yet be committed. Its store is not opened again.
  loops?.pages.get(member)?.stop();
  loops?.pages.delete(member);
  device.loaded.privateStore.leavePrivateStore(userId);
  // It may not have stored the reply.
  for (const key of loops?.retryAt.keys() ?? [])
    if (key.startsWith(`${device.name} `)) loops?.retryAt.delete(key);
}

/** Ends all pages, at the end of the run or after its failure. */
export function stopLoops(run: SimulationRun): void {
  const { pages } = findLoops(run) ?? {};
  for (const { stop, unwatch } of pages?.values() ?? []) {
    stop();
    unwatch();
  }
  pages?.clear();
}

interface Watched {
  readonly member: Member;
  readonly store: PrivateStore;
}

/**
 * Notes which commands are acknowledged, and which are held so that they can be undone. Returns a function that stops:
 * the next run may use the same page, and Dexie works otherwise where there are hooks.
 */
function watchRows(run: SimulationRun, loops: Loops, { member, store }: Watched): () => void {
  const { outbox } = store.database;
  const noteAck = (changes: object, _key: unknown, { command }: OutboxRow) => {
    if ('state' in changes && changes.state === 'acknowledged') run.acknowledged.set(command.id, command);
  };
  const noteHeld = (_key: unknown, { id, heldUntil }: Omit<OutboxRow, 'order'>) => {
    if (heldUntil === undefined) return;
    loops.heldUntil.set(id, Date.parse(heldUntil) - member.device.clockOffsetMs);
  };
  outbox.hook('updating', noteAck);
  outbox.hook('creating', noteHeld);
  return () => {
    outbox.hook('updating').unsubscribe(noteAck);
    outbox.hook('creating').unsubscribe(noteHeld);
  };
}
