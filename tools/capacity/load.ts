import type { Inputs } from './inputs.ts';

const DAY_SECONDS = 24 * 60 * 60;
const YEAR_DAYS = 365;

/** The load of all learners and authors in a second, on average over a day. */
export interface Load {
  readonly requests: ByKind;
  readonly bytes: ByKind;
  /** Commands that are committed. */
  readonly commands: number;
  /** The processor time, in pulls: requests but those of content, and what streams need besides. */
  readonly work: number;
  /** Pages that are open with a stream of events. */
  readonly streams: number;
}

/**
 * - `content`: equal for everybody, so it can be cached.
 * - `personal`: one learner's progress, pulls, account.
 * - `editorial`: saves of authors, and the pulls by which open pages learn of them.
 */
export interface ByKind {
  readonly content: number;
  readonly personal: number;
  readonly editorial: number;
}

export function loadOf(learners: number, inputs: Inputs): Load {
  const perDay = (count: number) => (learners * inputs.dailyShare * count) / DAY_SECONDS;
  const saves = perDay(inputs.hoursPerDay * inputs.savesPerHour);
  const pulls = perDay(inputs.hoursPerDay * inputs.pullsPerHour);
  const starts = perDay(inputs.startsPerDay * inputs.requestsPerStart);
  const personal = saves * inputs.requestsPerSave + pulls + starts;
  const streams = (learners * inputs.dailyShare * inputs.hoursPerDay) / 24;
  const edits = ((learners / inputs.learnersPerAuthor) * inputs.authorSavesPerDay) / DAY_SECONDS;
  const editorial = edits * (inputs.requestsPerSave + openMembersOf(streams, learners, inputs));
  const content = contentOf(learners, inputs);
  const checks = streams / inputs.checkSeconds;
  return {
    requests: { content: content.requests, personal, editorial },
    bytes: {
      content: content.bytes,
      personal: personal * inputs.personalRequestBytes,
      editorial: editorial * inputs.personalRequestBytes,
    },
    commands: saves + edits,
    work:
      personal +
      editorial +
      saves * (inputs.saveWork - 1 + inputs.eventsPerSave) +
      checks * inputs.requestsPerCheck,
    streams,
  };
}

/** The open pages whose learner has unlocked a certain course: each pulls after an edit of it. */
function openMembersOf(streams: number, learners: number, inputs: Inputs): number {
  return (streams * inputs.coursesOfLearner) / courseCountOf(learners, inputs);
}

export const courseCountOf = (learners: number, inputs: Inputs): number =>
  Math.max(inputs.coursesOfLearner, learners / inputs.learnersPerCourse);

/** Texts come with their course in one request, files in chunks. */
function contentOf(learners: number, inputs: Inputs): { requests: number; bytes: number } {
  const lessons = (learners * inputs.lessonsPerYear) / (YEAR_DAYS * DAY_SECONDS);
  const requestsPerLesson = inputs.mediaBytesPerLesson / inputs.chunkBytes + 1 / inputs.lessonsPerCourse;
  return {
    requests: lessons * requestsPerLesson,
    bytes: lessons * (inputs.mediaBytesPerLesson + inputs.textBytesPerLesson),
  };
}

/** The same load in the busiest hour. */
export function peakOf(load: Load, { peakFactor }: Inputs): Load {
  const times = (kinds: ByKind): ByKind => ({
    content: kinds.content * peakFactor,
    personal: kinds.personal * peakFactor,
    editorial: kinds.editorial * peakFactor,
  });
  return {
    requests: times(load.requests),
    bytes: times(load.bytes),
    commands: load.commands * peakFactor,
    work: load.work * peakFactor,
    streams: load.streams * peakFactor,
  };
}

export const sumOf = ({ content, personal, editorial }: ByKind): number => content + personal + editorial;
