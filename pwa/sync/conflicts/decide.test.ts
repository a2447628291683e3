import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { listDrafts, putDraft } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Conflict, OutboxRow } from '#pwa/store/database/rows.ts';
import { adminCourseOf, putAdminCourse } from '#pwa/testing/admin-rows.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { adminLessonOf, adminModuleOf, editorRow } from '#pwa/testing/edits.ts';
import { alice } from '#pwa/testing/people.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { type AdminCourse, CreateCourseInput } from '#schema/editor/editor.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { conflictDraftId, decideConflict } from './decide.ts';

const lesson = { courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'Tides' };
const deleted: Conflict = { reason: 'deleted', fields: [], current: null };
const titleEdit = lessonEdit({ title: 'Tides', duration: 5 }, { title: 'High tides', duration: 7 });
const lowTides = adminLessonOf('l1', { title: 'Low tides', version: 3 });
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

function lessonEdit(base: object, changes: object): CommandBody {
  return { kind: 'lesson.update', args: { ...lesson, version: 1, base, changes } };
}

/** Adds a row that needs a user decision to the outbox; returns its id. */
async function refusedRow(order: number, body: CommandBody, parts: Partial<OutboxRow> = {}): Promise<string> {
  const row = editorRow(order, body, { state: 'refused', attempts: 1, lastProblem: 'Changed', ...parts });
  await store.database.outbox.put(row);
  return row.id;
}

const conflictOf = (fields: string[], current: unknown): { conflict: Conflict } => ({
  conflict: { reason: 'changed', fields, current },
});

async function commands(): Promise<CommandBody[]> {
  return (await listUnsent(store)).map(({ command }) => command);
}

describe('a field that both users changed', () => {
  it.each([
    ['mine', 'High tides'],
    ['something new', 'All tides'],
  ])('is sent as %s, on the version that was seen, with the undisputed fields', async (_, title) => {
    const id = await refusedRow(1, titleEdit, conflictOf(['title'], lowTides));
    expect(await decideConflict(id, { kind: 'fields', values: { title } })).toBe(true);
    const [row] = await listUnsent(store);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, lastProblem: null });
    expect(row?.conflict).toBeUndefined();
    expect(row?.id).not.toBe(id);
    expect(row?.command.id).toBe(row?.id);
    expect(row?.command.args).toMatchObject({
      version: 3,
      base: { title: 'Low tides', duration: 5 },
      changes: { title, duration: 7 },
    });
  });

  it('resolved to theirs sends the other edited fields', async () => {
    const id = await refusedRow(1, titleEdit, conflictOf(['title'], lowTides));
    await decideConflict(id, { kind: 'theirs' });
    expect((await commands())[0]?.args).toMatchObject({ changes: { duration: 7 }, base: { duration: 5 } });
  });

  it('resolved to theirs sends only the rejected text if nothing else was edited', async () => {
    const id = await refusedRow(
      1,
      lessonEdit({ title: 'Tides' }, { title: 'A' }),
      conflictOf(['title'], lowTides),
    );
    await decideConflict(id, { kind: 'theirs' });
    const about = { courseId: 'c1', entity: 'lesson', entityId: 'l1', entityTitle: 'Tides' };
    expect(await commands()).toMatchObject([
      { kind: 'history.keepAside', args: { ...about, fields: { title: 'A' } } },
    ]);
  });

  it('resolved to mine stores no rejected text', async () => {
    const id = await refusedRow(1, titleEdit, conflictOf(['title'], lowTides));
    await decideConflict(id, { kind: 'fields', values: { title: 'High tides' } });
    expect((await commands()).map(({ kind }) => kind)).toEqual(['lesson.update']);
  });

  it('removes the draft of its decision', async () => {
    const id = await refusedRow(1, titleEdit, conflictOf(['title'], lowTides));
    const other = conflictDraftId('another');
    for (const draft of [conflictDraftId(id), other]) await putDraft(store, draft, { sides: {}, merged: {} });
    await decideConflict(id, { kind: 'theirs' });
    expect((await listDrafts(store, '')).map((draft) => draft.id)).toEqual([other]);
  });

  it('is decided once', async () => {
    const id = await refusedRow(1, titleEdit, conflictOf(['title'], lowTides));
    expect(await decideConflict(id, { kind: 'theirs' })).toBe(true);
    expect(await decideConflict(id, { kind: 'fields', values: { title: 'B' } })).toBe(false);
    expect((await commands())[0]?.args).toMatchObject({ changes: { duration: 7 } });
  });

  it('releases the group that waited with it, unless another of it needs a decision too', async () => {
    const groupId = 'group';
    const first = await refusedRow(1, titleEdit, { groupId, ...conflictOf(['title'], lowTides) });
    const other = { ...lesson, lessonId: 'l2' };
    const edit: CommandBody = {
      kind: 'lesson.update',
      args: { ...other, version: 1, base: { title: 'A' }, changes: { title: 'B' } },
    };
    const current = adminLessonOf('l2', { title: 'C', version: 2 });
    const second = await refusedRow(2, edit, { groupId, ...conflictOf(['title'], current) });
    const bystander = { kind: 'lesson.delete', args: { ...lesson, lessonId: 'l3', version: 1 } } as const;
    await refusedRow(3, bystander, { groupId, lastProblem: null });
    await decideConflict(first, { kind: 'theirs' });
    const ofGroup = async () => (await listUnsent(store)).filter((row) => row.groupId === groupId);
    expect((await ofGroup()).map(({ state }) => state)).toEqual(['waiting', 'refused', 'refused']);
    await decideConflict(second, { kind: 'fields', values: { title: 'B' } });
    const rows = await ofGroup();
    expect(rows.map(({ state, groupId: of }) => [state, of])).toEqual(Array(3).fill(['waiting', 'group']));
    expect(rows.map(({ command }) => command.kind)).toEqual([
      'lesson.update',
      'lesson.update',
      'lesson.delete',
    ]);
  });
});

describe('a deletion of a row that another user changed', () => {
  const body: CommandBody = { kind: 'lesson.delete', args: { ...lesson, version: 1 } };

  it('is sent when the user confirms it', async () => {
    const id = await refusedRow(1, body, conflictOf([], lowTides));
    await decideConflict(id, { kind: 'deleteAnyway' });
    expect(await commands()).toMatchObject([{ kind: 'lesson.delete', args: { ...lesson, version: 3 } }]);
  });

  it('is discarded when the user cancels it', async () => {
    const id = await refusedRow(1, body, conflictOf([], lowTides));
    await decideConflict(id, { kind: 'theirs' });
    expect(await commands()).toEqual([]);
  });

  it('accepts no other decision', async () => {
    const id = await refusedRow(1, body, conflictOf([], lowTides));
    await expect(decideConflict(id, { kind: 'recreate' })).rejects.toThrow('does not resolve');
    expect((await listUnsent(store))[0]?.state).toBe('refused');
  });
});

describe('a row that another user deleted', () => {
  const whole: AdminCourse = {
    ...adminCourseOf('c1', []),
    activationCodes: [],
    modules: [
      adminModuleOf('m1', [
        adminLessonOf('l1', { content: '<p>kept</p>', duration: 12 }),
        adminLessonOf('l2', { position: 'a1' }),
      ]),
    ],
  };

  it('stays deleted when the resolution discards the edit', async () => {
    const id = await refusedRow(1, titleEdit, { conflict: deleted });
    await decideConflict(id, { kind: 'theirs' });
    expect(await commands()).toMatchObject([
      { kind: 'history.keepAside', args: { fields: { title: 'High tides', duration: 7 } } },
    ]);
  });

  it('stays deleted, and a resource that was to be added to it is stored in the history', async () => {
    const texts = { title: 'More', type: 'link', url: 'https://example.org' } as const;
    const args = { ...lesson, resourceId: 'r1', ...texts, position: 'a0' };
    const id = await refusedRow(1, { kind: 'resource.create', args }, { conflict: deleted });
    await decideConflict(id, { kind: 'theirs' });
    expect(await commands()).toMatchObject([
      {
        kind: 'history.keepAside',
        args: { entity: 'resource', entityId: 'r1', entityTitle: 'More', fields: texts },
      },
    ]);
  });

  it('is recreated whole at the end of its module, with all edits made for it', async () => {
    await putAdminCourse(store, whole);
    const id = await refusedRow(1, lessonEdit({ title: 'Tides' }, { title: 'High tides' }), {
      conflict: deleted,
    });
    await store.database.outbox.put(
      editorRow(2, lessonEdit({ description: '' }, { description: 'Both of them' })),
    );
    const resource = {
      resourceId: 'r1',
      title: 'More',
      type: 'link',
      url: 'https://example.org',
      position: 'a0',
    };
    await store.database.outbox.put(
      editorRow(3, { kind: 'resource.create', args: { ...lesson, ...resource, type: 'link' } }),
    );
    await decideConflict(id, { kind: 'recreate' });
    const [create, added, ...rest] = await commands();
    expect(create).toMatchObject({
      kind: 'lesson.create',
      args: {
        ...{ courseId: 'c1', moduleId: 'm1', title: 'High tides', description: 'Both of them' },
        ...{ content: '<p>kept</p>', duration: 12, position: 'a2' },
      },
    });
    expect(added?.kind).toBe('resource.create');
    if (create?.kind !== 'lesson.create' || added?.kind !== 'resource.create') throw new Error('other kinds');
    expect(create.args.lessonId).not.toBe('l1');
    expect(added.args).toMatchObject({ lessonId: create.args.lessonId, title: 'More' });
    // Another device of this user may do the same with the same edits.
    expect(added.args.resourceId).not.toBe('r1');
    expect(rest).toEqual([]);
  });

  it('is recreated without its uploaded video when another one waits', async () => {
    const videoUrl = '/media/00000000000000000000000000000000?expires=1&signature=x';
    await putAdminCourse(store, {
      ...whole,
      modules: [adminModuleOf('m1', [adminLessonOf('l1', { videoUrl })])],
    });
    const id = await refusedRow(1, titleEdit, { conflict: deleted });
    const attach = { ...lesson, uploadId: 'u1', fileName: 'tides.mp4', sizeBytes: 9 };
    await store.database.outbox.put(editorRow(2, { kind: 'lesson.attachVideo', args: attach }));
    await decideConflict(id, { kind: 'recreate' });
    expect(await commands()).toMatchObject([
      { kind: 'lesson.create', args: { title: 'High tides', videoUrl: null } },
      { kind: 'lesson.attachVideo', args: { uploadId: 'u1' } },
    ]);
  });

  it('is recreated from its deleted snapshot when the pull has removed it', async () => {
    await putAdminCourse(store, { ...whole, modules: [adminModuleOf('m1', [])] });
    const data = { title: 'Tides', content: '<p>kept</p>', duration: 12 };
    await store.database.deletedSnapshots.put({ id: 'l1', courseId: 'c1', data, v: 1 });
    const id = await refusedRow(1, titleEdit, { conflict: deleted });
    await decideConflict(id, { kind: 'recreate' });
    expect((await commands())[0]?.args).toMatchObject({
      title: 'High tides',
      content: '<p>kept</p>',
      duration: 7,
    });
  });

  it('is recreated together with its module if that is deleted too, and with all that waits for it', async () => {
    await putAdminCourse(store, { ...whole, modules: [] });
    await store.database.deletedSnapshots.put({
      id: 'm1',
      courseId: 'c1',
      data: { title: 'Seas' },
      v: 1,
    });
    const texts = { ...lessonEntity.defaults, title: 'New', content: '<p>new</p>' };
    const create: CommandBody = {
      kind: 'lesson.create',
      args: { ...texts, type: 'text', courseId: 'c1', moduleId: 'm1', lessonId: 'l9', position: 'a7' },
    };
    const id = await refusedRow(1, create, { conflict: deleted });
    await store.database.outbox.put(
      editorRow(2, {
        kind: 'lesson.setVideo',
        args: {
          ...lesson,
          lessonId: 'l9',
          version: 1,
          base: { videoUrl: null },
          videoUrl: 'https://example.org/a.mp4',
        },
      }),
    );
    await decideConflict(id, { kind: 'recreate' });
    const [module, again, video] = await commands();
    if (module?.kind !== 'module.create') throw new Error('no module');
    const { moduleId } = module.args;
    expect(module.args).toMatchObject({ courseId: 'c1', title: 'Seas', position: 'a0' });
    expect(again).toMatchObject({
      kind: 'lesson.create',
      args: { moduleId, lessonId: 'l9', content: '<p>new</p>' },
    });
    expect(video).toMatchObject({ kind: 'lesson.setVideo', args: { moduleId, lessonId: 'l9' } });
  });

  it('is recreated as a course that the server accepts, even if its values were never on this device', async () => {
    const base = { instructor: 'Ines' };
    const edit = { courseId: 'c9', courseTitle: 'Winds', version: 1, base, changes: { instructor: 'Carol' } };
    const id = await refusedRow(1, { kind: 'course.update', args: edit }, { conflict: deleted });
    await decideConflict(id, { kind: 'recreate' });
    const [create] = await commands();
    expect(create).toMatchObject({ kind: 'course.create', args: { title: 'Winds', instructor: 'Carol' } });
    const args = create?.kind === 'course.create' ? create.args : null;
    expect(v.is(CreateCourseInput, args)).toBe(true);
  });

  it('is recreated as a course from its own fields', async () => {
    const base = { title: 'Seas' };
    const args = { courseId: 'c1', courseTitle: 'Seas', version: 1, base, changes: { title: 'Oceans' } };
    await putAdminCourse(store, { ...whole, instructor: 'Carol' });
    const id = await refusedRow(1, { kind: 'course.update', args }, { conflict: deleted });
    await decideConflict(id, { kind: 'recreate' });
    const [create] = await commands();
    expect(create).toMatchObject({ kind: 'course.create', args: { title: 'Oceans', instructor: 'Carol' } });
    if (create?.kind === 'course.create') expect(create.args.courseId).not.toBe('c1');
  });
});
