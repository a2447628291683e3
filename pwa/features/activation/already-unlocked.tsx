import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { codeDraft } from './code-draft.ts';

/** Leaves the page and drops the code of a link: it is unused, and may be meant for another person. */
export function AlreadyUnlocked({ courseId, to }: { courseId: string; to: string }) {
  useEffect(() => codeDraft(courseId).remove(), [courseId]);
  return <Navigate to={to} replace />;
}
