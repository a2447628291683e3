import type { Download, DownloadPlanRow, DownloadProblem, MediaKind } from '../store/rows.ts';

/**
 * Where a course's download stands. none: nothing was chosen that is not here; coming; paused by the person;
 * offline and waiting: it goes on by itself with a line, or with one that is allowed; stuck: it needs a person
 * (see `problem`); done: everything that is wanted is here.
 */
export type DownloadStand = 'none' | 'coming' | 'paused' | 'offline' | 'waiting' | 'stuck' | 'done';

export interface DownloadState {
  readonly stand: DownloadStand;
  readonly files: number;
  readonly filesHere: number;
  readonly bytes: number;
  readonly bytesHere: number;
  readonly problem: DownloadProblem | null;
}

interface DownloadFacts {
  readonly plan: DownloadPlanRow | null;
  /** Of one course. */
  readonly rows: readonly Download[];
  readonly isOnline: boolean;
  /** This device's settings do not allow media on the present line. */
  readonly isHeld: boolean;
}

/** What is written down of a course's files, as one state. Where nothing was chosen, pictures are not missed. */
export function stateOfDownload({ plan, rows, isOnline, isHeld }: DownloadFacts): DownloadState {
  const wanted = rows.filter((row) => (plan === null ? wantOf(row) !== 'images' : plan.wants[wantOf(row)]));
  const missing = wanted.filter((row) => row.state !== 'kept');
  const problem = missing.map(needsPerson).find((one) => one !== null) ?? null;
  const stand = (): DownloadStand => {
    if (missing.length === 0) return wanted.length > 0 ? 'done' : 'none';
    if (plan === null) return 'none';
    if (plan.isPaused) return 'paused';
    if (problem !== null) return 'stuck';
    if (!isOnline) return 'offline';
    return isHeld ? 'waiting' : 'coming';
  };
  const sum = (of: (row: Download) => number) => wanted.reduce((total, row) => total + of(row), 0);
  return {
    stand: stand(),
    files: wanted.length,
    filesHere: wanted.length - missing.length,
    bytes: sum((row) => row.sizeBytes),
    bytesHere: sum((row) => (row.state === 'kept' ? row.sizeBytes : (row.receivedBytes ?? 0))),
    problem,
  };
}

/** What does not go away by trying once more in a minute. A damaged file that comes once more is on its way. */
function needsPerson({ problem, receivedBytes = 0 }: Download): DownloadProblem | null {
  if (problem === 'full' || problem === 'gone') return problem;
  return problem === 'damaged' && receivedBytes === 0 ? problem : null;
}

function wantOf({ want, kind }: Download): MediaKind {
  return want ?? ({ video: 'videos', resource: 'documents', image: 'images' } as const)[kind];
}
