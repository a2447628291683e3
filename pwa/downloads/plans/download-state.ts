import {
  type Download,
  type DownloadPlanRow,
  type DownloadProblem,
  MEDIA_KINDS,
} from '#pwa/store/database/rows.ts';

/**
 * The state of a course's download. none: nothing is chosen that is not here; coming: in progress; paused by
 * the user; requested: it was chosen offline, and its files are not listed yet; offline and waiting: it continues
 * with a connection, or with an allowed one; stuck: the user has to act (see `problem`); done: everything wanted
 * is here.
 */
export type DownloadPhase =
  | 'none'
  | 'requested'
  | 'coming'
  | 'paused'
  | 'offline'
  | 'waiting'
  | 'stuck'
  | 'done';

export interface DownloadState {
  readonly phase: DownloadPhase;
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
  /** This device's settings do not allow media on the current connection. */
  readonly isHeld: boolean;
}

/** Combines a course's file records into one state. If nothing was chosen, missing images are ignored. */
export function stateOfDownload({ plan, rows, isOnline, isHeld }: DownloadFacts): DownloadState {
  const wanted = rows.filter((row) => (plan === null ? row.want !== 'images' : plan.wants[row.want]));
  const missing = wanted.filter((row) => row.state !== 'kept');
  const problem = missing.map(needsPerson).find((one) => one !== null) ?? null;
  const phase = (): DownloadPhase => {
    if (rows.length === 0 && isChosen(plan)) {
      if (plan?.isPaused === true) return 'paused';
      return isOnline ? 'none' : 'requested';
    }
    if (missing.length === 0) return wanted.length > 0 ? 'done' : 'none';
    if (plan === null) return 'none';
    if (plan.isPaused) return 'paused';
    if (problem !== null) return 'stuck';
    if (!isOnline) return 'offline';
    return isHeld ? 'waiting' : 'coming';
  };
  const sum = (of: (row: Download) => number) => wanted.reduce((total, row) => total + of(row), 0);
  return {
    phase: phase(),
    files: wanted.length,
    filesHere: wanted.length - missing.length,
    bytes: sum((row) => row.sizeBytes),
    bytesHere: sum((row) => (row.state === 'kept' ? row.sizeBytes : (row.receivedBytes ?? 0))),
    problem,
  };
}

/** The first run lists the files, and needs a connection. */
function isChosen(plan: DownloadPlanRow | null): boolean {
  return plan !== null && MEDIA_KINDS.some((kind) => plan.wants[kind]);
}

/**
 * Problems that a retry in a minute does not solve. A damaged file that is downloaded again is in progress.
 */
function needsPerson({ problem, receivedBytes = 0 }: Download): DownloadProblem | null {
  if (problem === 'full' || problem === 'gone') return problem;
  return problem === 'damaged' && receivedBytes === 0 ? problem : null;
}
