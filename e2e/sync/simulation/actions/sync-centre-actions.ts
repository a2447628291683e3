import { noteDraftsReceived } from '../drafts/open-editor.ts';
import { noteDiscarded, noteDropped, noteUndiscarded } from '../run/oracle.ts';
import { asUser, type Member, on, type SimulationRun, signIn } from '../run/simulation-run.ts';

/** In the sync centre a user discards a waiting command, and may undo that. */
export function discardOne(run: SimulationRun, member: Member): Promise<unknown> {
  const { random, oracle } = run;
  return asUser(run, member, async (app, store) => {
    const unsent = await app.outboxRows.listUnsent(store);
    if (unsent.length === 0) return;
    const { id } = random.pick(unsent);
    noteDropped(oracle, await app.outboxRows.listUnsent(store));
    // The page may crash once the discard is stored and before anything is notified.
    const going = await app.outbox.findDiscarded(store, id);
    noteDiscarded(oracle, going);
    const rows = await app.outbox.discardCommand(id);
    if (random.below(2) > 0) return;
    await app.outbox.undoDiscard(rows);
    noteUndiscarded(oracle, rows);
  });
}

/** A user moves unsent work to another device as a file; it also stays on the first one. */
export async function carry(run: SimulationRun, member: Member): Promise<void> {
  const { userId } = member;
  const text = await on(run, member, (app, store) => app.outboxFile.exportOutbox(store));
  // Not from the outbox: it may have changed before or since.
  for (const [, id = ''] of (text ?? '').matchAll(/"id": ?"([^"]+)"/g)) run.oracle.carried.add(id);
  const other = run.random.pick(run.members.filter((one) => one !== member));
  if (text === null || run.members.some(({ device }) => device.isSecondTab)) return;
  await signIn(run, other, userId);
  noteDraftsReceived(run, other);
  await asUser(run, other, async (app, store) => {
    if (store.userId === userId) await app.outboxFile.importOutbox(text);
  });
}
