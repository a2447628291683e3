import * as v from 'valibot';
import { done, finished } from '#pwa/device/indexed-db.ts';
import type { Disk } from '../machines/disk.ts';

const PullRow = v.looseObject({ value: v.looseObject({ cursor: v.nullable(v.string()) }) });
/** Of today's cursors; see docs/protocol.md. */
const SIGNED = /^2\.([^.]+\.\d+\.\d+\.(?:own|all))\./;

/** Puts the cursors of releases that did not sign them in place of those of a device, and forgets positions. */
export async function writeBackCursors(disk: Disk): Promise<void> {
  disk.writesUntilFull = Number.POSITIVE_INFINITY;
  for (const { name = '' } of await disk.databases.databases()) {
    if (!name.startsWith('carrel-user-')) continue;
    const database = await done(disk.databases.open(name));
    const transaction = database.transaction('state', 'readwrite');
    const state = transaction.objectStore('state');
    const ended = finished(transaction);
    const pull = v.safeParse(PullRow, await done(state.get('pull')));
    state.delete('historyPosition');
    if (pull.success) {
      const { cursor, ...rest } = pull.output.value;
      state.put({ ...pull.output, value: { ...rest, cursor: cursor === null ? null : unsigned(cursor) } });
    }
    await ended;
    database.close();
  }
}

function unsigned(cursor: string): string {
  const [, position] = SIGNED.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return position === undefined ? cursor : Buffer.from(`1.${position}`).toString('base64url');
}
