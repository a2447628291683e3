import { Notice } from '#pwa/ui/feedback/notice.tsx';

/** @param problem why the device could not store an answer or a step; null if it did */
export function AnswerProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <Notice tone="bad" title="Your answer was not saved">
      {problem}
    </Notice>
  );
}
