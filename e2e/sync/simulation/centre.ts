import { byHand, type Life, type Member, on, signIn } from './life.ts';
import { noteDiscarded, noteDropped } from './witness.ts';

/** In the sync centre a user discards a waiting command, and may undo that. */
export function discardOne(life: Life, member: Member): Promise<unknown> {
  const { random, witness } = life;
  return byHand(life, member, async (app, store) => {
    const unsent = await app.outboxRows.listUnsent(store);
    if (unsent.length === 0) return;
    const { id } = random.pick(unsent);
    noteDropped(witness, await app.outboxRows.listUnsent(store));
    // The page may crash once the discard is stored and before anything is notified.
    const going = await app.outbox.findDiscarded(store, id);
    noteDiscarded(witness, going);
    const rows = await app.outbox.discardCommand(id);
    if (random.below(2) > 0) return;
    await app.outbox.undoDiscard(rows);
    for (const row of rows) witness.discarded.delete(row.id);
  });
}

/** A user moves unsent work to another device as a file; it also stays on the first one. */
export async function carry(life: Life, member: Member): Promise<void> {
  const { userId } = member;
  const text = await on(life, member, (app, store) => app.outboxFile.exportOutbox(store));
  const other = life.random.pick(life.members.filter((one) => one !== member));
  if (text === null) return;
  await signIn(life, other, userId);
  await byHand(life, other, async (app, store) => {
    if (store.userId === userId) await app.outboxFile.importOutbox(text);
  });
}
