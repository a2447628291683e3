import { isDiskFull } from '#sync-server/disk-full.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';

/** Something that a member, or the world around them, does in a simulation run. */
export type Action = (run: SimulationRun, member: Member) => Promise<unknown>;

export const often = <A>(action: A, times: number): A[] => Array.from({ length: times }, () => action);

/** Starts an action, which may continue while the next begins; it never rejects. */
export function start(run: SimulationRun, member: Member, action: Action): Promise<unknown> {
  const doing = action(run, member)
    .catch((error: unknown) => {
      if (!isExpected(error)) run.oracle.breaches.push(describeError(error));
    })
    .finally(() => member.running.delete(doing));
  member.running.add(doing);
  return doing;
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Errors that users and the app may encounter and survive; any other is a defect. */
function isExpected(error: unknown): boolean {
  const survivable = [
    'StoreGoneError',
    'StorageFullError',
    'DatabaseClosedError',
    'PageClosedError',
    'CallError',
    // Another tab took the lock.
    'AbortError',
  ];
  // A session cannot begin either while the disk of the server is full.
  return error instanceof Error && (survivable.includes(error.name) || isDiskFull(error));
}
