interface Outline {
  readonly modules: readonly { readonly lessons: readonly unknown[] }[];
}

/** At least one module, and lessons in every one: what publishing and Mark as Finished need (section 5). */
export function isComplete(course: Outline): boolean {
  return course.modules.length > 0 && course.modules.every((module) => module.lessons.length > 0);
}

export type WorkspaceTab = 'unfinished' | 'unpublished' | 'published';

/** The tab of the workspace in which a course stands (section 2, admin workspace). */
export function workspaceTab(course: Outline & { readonly status: string }): WorkspaceTab {
  if (course.status === 'published') return 'published';
  return isComplete(course) ? 'unpublished' : 'unfinished';
}
