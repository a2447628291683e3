import type { CommandBody } from '#schema/commands/all-commands.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import type { OutboxRow } from '../store/account/outbox.ts';
import { commandId, envelope, fresh } from './rows.ts';

/** A queued edit; `order` gives it a readable id. */
export function editorRow(order: number, body: CommandBody, parts: Partial<OutboxRow> = {}): OutboxRow {
  return { ...fresh, order, id: commandId(order), command: { ...envelope(order), ...body }, ...parts };
}

/* Bodies of one course `c1`: module `m1`, lesson `l1`, resource `r1` unless another is given. */

export const makeCourse = (courseId = 'c1'): CommandBody => ({
  kind: 'course.create',
  args: { courseId, title: courseId, description: 'd', instructor: 'i', thumbnail: null, previewContent: '' },
});
export const makeModule = (moduleId = 'm1', courseId = 'c1'): CommandBody => ({
  kind: 'module.create',
  args: { courseId, moduleId, title: moduleId, description: '', position: 'a0' },
});
export const makeLesson = (lessonId = 'l1', moduleId = 'm1', courseId = 'c1'): CommandBody => ({
  kind: 'lesson.create',
  args: {
    ...{ ...lessonEntity.defaults, courseId, moduleId, lessonId, title: lessonId },
    ...{ type: 'text', position: 'a0' },
  },
});
export const makeResource = (resourceId = 'r1', lessonId = 'l1'): CommandBody => ({
  kind: 'resource.create',
  args: {
    ...{ courseId: 'c1', moduleId: 'm1', lessonId, lessonTitle: lessonId, resourceId },
    ...{ title: resourceId, type: 'link', url: 'https://a.example/', position: 'a0' },
  },
});

/** An import with these lessons, which have texts of so many characters. */
export const importCourse = (lessonIds: readonly string[] = ['l1'], textCharacters = 0): CommandBody => {
  const fields = { description: '', version: 1, position: 'a0' };
  const lessons = lessonIds.map((id) => ({
    ...{ ...fields, id, title: id, duration: 0, type: 'text' as const, videoUrl: null, videoSizeBytes: null },
    resources: [],
  }));
  const modules = [{ ...fields, id: 'm1', title: 'm1', lessons }];
  const own = { title: 'c1', description: 'd', instructor: 'i', thumbnail: null, previewContent: '' };
  return { kind: 'course.import', args: { courseId: 'c1', ...own, modules, textCharacters } };
};

type Fields = Record<'base' | 'changes', { title?: string; description?: string }>;

export const editCourse = ({ base, changes }: Fields, version = 1) => ({
  kind: 'course.update' as const,
  args: { courseId: 'c1', courseTitle: 'c1', version, base, changes },
});
export const editModule = ({ base, changes }: Fields, moduleId = 'm1', version = 1) => ({
  kind: 'module.update' as const,
  args: { courseId: 'c1', moduleId, moduleTitle: moduleId, version, base, changes },
});
export const editLesson = ({ base, changes }: Fields, lessonId = 'l1', version = 1) => ({
  kind: 'lesson.update' as const,
  args: { courseId: 'c1', moduleId: 'm1', lessonId, lessonTitle: lessonId, version, base, changes },
});
export const setVideo = (videoUrl: string, base: string | null = null, lessonId = 'l1') => ({
  kind: 'lesson.setVideo' as const,
  args: {
    ...{ courseId: 'c1', moduleId: 'm1', lessonId, lessonTitle: lessonId },
    ...{ version: 1, base: { videoUrl: base }, videoUrl },
  },
});
export const dropModule = (moduleId = 'm1', version = 1) => ({
  kind: 'module.delete' as const,
  args: { courseId: 'c1', moduleId, moduleTitle: moduleId, version },
});
export const dropLesson = (lessonId = 'l1', version = 1) => ({
  kind: 'lesson.delete' as const,
  args: { courseId: 'c1', moduleId: 'm1', lessonId, lessonTitle: lessonId, version },
});
export const dropResource = (resourceId = 'r1', version = 1) => ({
  kind: 'resource.delete' as const,
  args: {
    ...{ courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'l1' },
    ...{ resourceId, resourceTitle: resourceId, version },
  },
});

/** A change of one field, from one value to another. */
export const retitle = (from: string, to: string): Fields => ({
  base: { title: from },
  changes: { title: to },
});
