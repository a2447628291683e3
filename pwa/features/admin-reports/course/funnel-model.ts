import type { FunnelStep } from '#pwa/ui/charts/funnel-chart.tsx';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { CourseReport } from '#schema/reports/reports.ts';
import type { Definition } from '../definitions.tsx';

export const COURSE_DEFINITIONS: readonly Definition[] = [
  {
    term: 'Activated',
    meaning: 'Everyone who has unlocked the course, admins included. Not those whose access was removed.',
  },
  {
    term: 'Started',
    meaning:
      'Began at least one lesson: played its video, read it for 20 seconds or to its middle, or marked it complete.',
  },
  {
    term: 'Reached a lesson',
    meaning:
      'Began this lesson or a later one, in today’s order of the lessons. So a learner who skips a lesson is counted on the way.',
  },
  {
    term: 'Finished',
    meaning:
      'Has marked every lesson of today’s course complete. A new lesson lowers this number until it is completed too.',
  },
  {
    term: 'Drop-off',
    meaning: 'How many fewer there are than at the step before, and which share of that step this is.',
  },
  {
    term: 'Right',
    meaning:
      'Of practice the first answer to a question, by the version that the learner saw. Of a test the answers that were handed in, as the scores count them: by the corrected key once the test was graded again.',
  },
];

/** The steps of the way through a course. A learner who started has reached the first lesson, which is no step of its own. */
export function stepsOf({ activated, started, lessons, finished }: CourseReport): FunnelStep[] {
  const later = lessons.slice(1).map(({ lessonId, title, reached }, index) => ({
    key: lessonId,
    name: `Reached lesson ${index + 2}: ${title}`,
    count: reached,
  }));
  const steps = [
    { key: 'activated', name: 'Activated', count: activated },
    { key: 'started', name: 'Started', count: started },
    ...later,
    { key: 'finished', name: 'Finished', count: finished },
  ];
  return steps.map((step, index) => ({
    ...step,
    change: describeChange(steps[index - 1]?.count, step.count),
  }));
}

/** Null at the first step, and after a step that no learner took. */
function describeChange(before: number | undefined, count: number): string | null {
  if (before === undefined || before === 0) return null;
  const fewer = before - count;
  return fewer === 0 ? 'No drop-off' : `${formatCount(fewer)} fewer (${percent(fewer, before)})`;
}

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}\u00a0%`;

/** The report in a sentence. */
export function describeWay(report: CourseReport): string {
  const { activated, started, finished, lessons } = report;
  if (activated === 0) return 'Nobody has activated this course yet.';
  if (lessons.length === 0)
    return `${countOf(activated, 'learner')} activated this course, which has no lessons.`;
  const worst = findLargestDrop(stepsOf(report));
  const text = `Of ${countOf(activated, 'learner')}, ${formatCount(started)} started (${percent(started, activated)}) and ${formatCount(finished)} finished (${percent(finished, activated)}).`;
  return worst === null ? text : `${text} The largest drop-off is before “${worst}”.`;
}

/** The step before which the most learners stop, the first of several; null if none stops. */
function findLargestDrop(steps: readonly FunnelStep[]): string | null {
  let largest = { name: '', fewer: 0 };
  for (const [index, { name, count }] of steps.entries()) {
    const fewer = (steps[index - 1]?.count ?? count) - count;
    if (fewer > largest.fewer) largest = { name, fewer };
  }
  return largest.fewer === 0 ? null : largest.name;
}
