import { describe, expect, it } from 'vitest';
import { adminCourseOf, editRow } from '#pwa/testing/admin-rows.ts';
import { editorRow } from '#pwa/testing/editor-rows.ts';
import { sortCourses } from './sort-courses.ts';
import {
  actionsFor,
  buildWorkspace,
  describeCodes,
  describeExtent,
  describeMissing,
  searchWorkspace,
  type Workspace,
} from './workspace-model.ts';

const seen = (courseId: string) => ({ courseId, courseTitle: courseId, courseVersion: 1 });
const setStatus = (courseId: string, status: 'published' | 'unpublished') =>
  ({ kind: 'course.setStatus', args: { ...seen(courseId), status, isFinish: false } }) as const;
const remove = (courseId: string) => ({ kind: 'course.delete', args: seen(courseId) }) as const;
const ids = (workspace: Workspace) => ({
  unfinished: workspace.tabs.unfinished.map(({ course }) => course.id),
  unpublished: workspace.tabs.unpublished.map(({ course }) => course.id),
  published: workspace.tabs.published.map(({ course }) => course.id),
});

const empty = adminCourseOf('empty', []);
const half = adminCourseOf('half', [2, 0]);
const ready = adminCourseOf('ready', [2, 3]);
const live = adminCourseOf('live', [1], { status: 'published' });
const courses = [empty, half, ready, live];

describe('the workspace', () => {
  it('sorts courses by status and by whether every module has lessons', () => {
    expect(ids(buildWorkspace(courses, []))).toEqual({
      unfinished: ['empty', 'half'],
      unpublished: ['ready'],
      published: ['live'],
    });
  });

  it('shows what was edited last first, and unsent edits before all others, whatever the clocks say', () => {
    const editedAt = (id: string, updatedAt: string) => adminCourseOf(id, [], { updatedAt });
    const rows = [
      editedAt('old', '2026-11-20T08:00:00.000Z'),
      editedAt('new', '2026-11-22T08:00:00.000Z'),
      editedAt('sent-first', '2026-11-19T08:00:00.000Z'),
      editedAt('sent-last', '2026-11-18T08:00:00.000Z'),
      editedAt('refused', '2026-11-21T08:00:00.000Z'),
    ];
    const edit = (order: number, courseId: string) => {
      const args = { courseId, courseTitle: courseId, version: 1, base: {}, changes: { title: 'T' } };
      return editorRow(order, { kind: 'course.update', args });
    };
    const lost = { ...edit(3, 'refused'), state: 'refused' as const };
    const unsent = [edit(1, 'sent-first'), edit(2, 'sent-last'), lost];
    expect(ids(buildWorkspace(rows, unsent)).unfinished).toEqual([
      ...['sent-last', 'sent-first'],
      ...['new', 'refused', 'old'],
    ]);
  });

  it('sorts by title as people do, and by learners with the last edited first among equals', () => {
    const row = (title: string, enrollmentCount: number, updatedAt: string) =>
      adminCourseOf(title, [], { title, enrollmentCount, updatedAt });
    const rows = [
      row('Part 10', 4, '2026-11-20T08:00:00.000Z'),
      row('part 9', 7, '2026-11-21T08:00:00.000Z'),
      row('Éire', 4, '2026-11-22T08:00:00.000Z'),
    ];
    const shown = buildWorkspace(rows, []).tabs.unfinished;
    const by = (sort: 'edited' | 'title' | 'learners') =>
      sortCourses(shown, sort).map(({ course }) => course.title);
    expect(by('edited')).toEqual(['Éire', 'part 9', 'Part 10']);
    expect(by('title')).toEqual(['Éire', 'part 9', 'Part 10']);
    expect(by('learners')).toEqual(['part 9', 'Éire', 'Part 10']);
  });

  it('shows a course in the tab that its unsent edits lead to, marked as such', () => {
    const workspace = buildWorkspace(courses, [editRow(1, setStatus('ready', 'published'))]);
    expect(ids(workspace).published).toEqual(['ready', 'live']);
    expect(workspace.tabs.published[0]?.pending).toMatchObject([{ kind: 'status', state: 'waiting' }]);
  });

  it('shows a course in the tab of its last unsent change of status, wherever that was made', () => {
    const args = { courseId: 'ready', courseTitle: 'ready', version: 1, base: {} };
    const save = { kind: 'course.update', args: { ...args, changes: { status: 'unpublished' } } } as const;
    const workspace = buildWorkspace(courses, [
      editRow(1, setStatus('ready', 'published')),
      editorRow(2, save),
    ]);
    expect(ids(workspace)).toMatchObject({ unpublished: ['ready'], published: ['live'] });
  });

  it('leaves a course in its tab after a refusal, with the message', () => {
    const refused = editRow(1, setStatus('ready', 'published'), { state: 'refused', lastProblem: 'No.' });
    const workspace = buildWorkspace(courses, [refused]);
    expect(ids(workspace).unpublished).toEqual(['ready']);
    expect(workspace.tabs.unpublished[0]?.pending).toMatchObject([{ state: 'refused', problem: 'No.' }]);
  });

  it('removes a course that is being deleted; this can be undone until it is sent', () => {
    const workspace = buildWorkspace(courses, [
      editRow(1, remove('half')),
      editRow(2, remove('ready'), { attempts: 1 }),
    ]);
    expect(ids(workspace)).toMatchObject({ unfinished: ['empty'], unpublished: [] });
    expect(workspace.deletions).toMatchObject([
      { courseId: 'half', canUndo: true },
      { courseId: 'ready', canUndo: false },
    ]);
  });

  it('shows a course again whose deletion was refused', () => {
    const workspace = buildWorkspace(courses, [editRow(1, remove('ready'), { state: 'refused' })]);
    expect(ids(workspace).unpublished).toEqual(['ready']);
    expect(workspace.deletions).toEqual([]);
  });
});

describe('a course in the workspace', () => {
  it('can be published when complete, unpublished when published, and deleted when not published', () => {
    expect(actionsFor(ready)).toEqual({
      canPublish: true,
      canUnpublish: false,
      canFinish: false,
      canDelete: true,
      canBecomeTemplate: true,
    });
    const template = actionsFor({ ...ready, isTemplate: 1 });
    expect(template).toMatchObject({ canPublish: false, canFinish: false, canDelete: true });
    expect(actionsFor(live)).toMatchObject({ canPublish: false, canUnpublish: true, canDelete: false });
    expect(actionsFor(half)).toMatchObject({ canPublish: false, canFinish: false, canDelete: true });
    expect(actionsFor(empty)).toMatchObject({ canPublish: false, canFinish: true });
  });

  it('becomes no template while it has a time, and loses that time when it is published by hand', () => {
    const publishAt = '2031-12-03T08:00:00.000Z';
    const scheduled = { ...ready, publishAt };
    expect(actionsFor(scheduled)).toMatchObject({ canPublish: true, canBecomeTemplate: false });
    expect(actionsFor({ ...ready, unpublishAt: publishAt }).canBecomeTemplate).toBe(false);
    const args = { ...seen('ready'), status: 'published', isFinish: false } as const;
    const publish = { kind: 'course.setStatus', args } as const;
    const { tabs } = buildWorkspace([scheduled], [editRow(1, publish)]);
    expect(tabs.published.map(({ course }) => course.publishAt)).toEqual([null]);
  });

  it('says which parts are missing', () => {
    expect(describeMissing(ready)).toBeNull();
    expect(describeMissing(empty)).toBe('No modules yet');
    expect(describeMissing(half)).toBe('“Module 2” has no lessons yet');
    expect(describeMissing(adminCourseOf('c', [0, 1, 0]))).toBe('2 modules have no lessons yet');
  });

  it('shows the number of modules, lessons and learners', () => {
    expect(describeExtent(adminCourseOf('c', [1], { enrollmentCount: 14 }))).toBe(
      '1 module · 1 lesson · 14 learners',
    );
  });

  it.each([
    [0, 0, 'No activation codes yet', false],
    [30, 9, '9 unused codes', true],
    [30, 10, '10 unused codes', false],
    [1, 1, '1 unused code', true],
  ])('with %i codes, %i unused, shows %j', (total, unused, text, isLow) => {
    const course = adminCourseOf('c', [1], { codeStats: { total, unused, used: total - unused } });
    expect(describeCodes(course)).toEqual({ text, isLow });
  });
});

describe('the workspace search', () => {
  const named = [
    adminCourseOf('a', [1], { title: 'Tides and harbours' }),
    adminCourseOf('b', [], { instructor: 'Mara TIDE' }),
    adminCourseOf('c', [1], { description: 'What the tide leaves', status: 'published' }),
    adminCourseOf('d', [1], { title: 'Numbers', status: 'published' }),
  ];
  const found = (text: string) => {
    const workspace = buildWorkspace(named, []);
    return ids({ ...workspace, tabs: searchWorkspace(workspace, text) });
  };

  it('searches title, description and instructor in every tab, case-insensitively', () => {
    expect(found(' tide ')).toEqual({ unfinished: ['b'], unpublished: ['a'], published: ['c'] });
    expect(found('no such course')).toEqual({ unfinished: [], unpublished: [], published: [] });
  });

  it('returns everything for an empty query', () => {
    expect(found('  ')).toEqual({ unfinished: ['b'], unpublished: ['a'], published: ['c', 'd'] });
  });
});
