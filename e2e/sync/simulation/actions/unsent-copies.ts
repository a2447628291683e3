import * as v from 'valibot';
import type { Member, Page, SimulationRun } from '../run/simulation-run.ts';
import { start } from './action.ts';

/* The copies of unsent work outside of the databases, where a schedule loses databases. */

const CopiedFile = v.object({ rows: v.array(v.object({ command: v.object({ id: v.string() }) })) });

/** The copier of the page that is open on each device. */
const copiers = new WeakMap<Member, { copy(): Promise<void> }>();

/** Copies after every change on the devices. Returns a function that stops. */
export function watchCopies(run: SimulationRun): () => void {
  const stops = run.members.map((member) => {
    let isWanted = false;
    let isCopying = false;
    const copyAll = async () => {
      while (isWanted) {
        isWanted = false;
        await copiers.get(member)?.copy();
      }
    };
    const copy = async () => {
      isWanted = true;
      if (isCopying) return;
      isCopying = true;
      await start(run, member, copyAll);
      isCopying = false;
    };
    return member.device.disk.commits.subscribe(() => void copy());
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Begins to copy, as a page does at its start. */
export function startCopying({ member, app }: Page): void {
  copiers.set(member, new app.unsentCopy.UnsentCopier());
}

/** Finds the lost work of a user, as a page does at its start. Returns false if the disk was full. */
export async function restoreLost({ app, store }: Page): Promise<boolean> {
  if (!(await app.canary.mayHaveLost(store))) return true;
  const { restoreCopy, withCopies } = app.unsentCopy;
  return withCopies(() => restoreCopy(store)).then(
    () => true,
    () => false,
  );
}

interface Inspected {
  readonly state: 'none' | 'current' | 'outdated' | 'ofEarlierLoss';
  /** Of the commands in the copy. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Reads a user's copy at the moment of a loss. `ofEarlierLoss`: it belongs to a database that was lost before, and no
 * page has restored it yet. `outdated`: the page ended before it copied the last change.
 */
export async function inspectCopy({ device, userId }: Pick<Member, 'device' | 'userId'>): Promise<Inspected> {
  const { unsentCopy, canary } = device.loaded;
  const copy = await unsentCopy.readCopy(userId);
  const noted = canary.readCanary(userId);
  if (copy === null || noted === null) return { state: 'none', ids: new Set() };
  const { rows } = v.parse(CopiedFile, JSON.parse(copy.text));
  const ids = new Set(rows.map(({ command }) => command.id));
  if (noted.birth !== copy.birth) return { state: 'ofEarlierLoss', ids };
  const isOutdated = noted.unsent > 0 && noted.lastId !== copy.lastId;
  return { state: isOutdated ? 'outdated' : 'current', ids };
}

export function evictCopy({ device, userId }: Pick<Member, 'device' | 'userId'>): Promise<void> {
  return device.loaded.unsentCopy.removeCopy(userId);
}
