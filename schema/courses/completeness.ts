interface Outline {
  readonly modules: readonly { readonly lessons: { readonly length: number } }[];
}

/**
 * At least one module, and a lesson in each: required for publishing and Mark as Finished (spec map, section
 * 5).
 */
export function isComplete(course: Outline): boolean {
  return course.modules.length > 0 && course.modules.every((module) => module.lessons.length > 0);
}

export type WorkspaceTab = 'unfinished' | 'unpublished' | 'published';

/** The tab of the workspace that lists a course (spec map, section 2, admins' screens). */
export function workspaceTab(course: Outline & { readonly status: string }): WorkspaceTab {
  if (course.status === 'published') return 'published';
  return isComplete(course) ? 'unpublished' : 'unfinished';
}
