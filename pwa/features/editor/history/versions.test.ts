import { describe, expect, it } from 'vitest';
import type { Revision, RevisionFields } from '#schema/editor/history.ts';
import { listChanges, listMissingTexts, restorable, stateAt } from './versions.ts';

const known: RevisionFields = {
  ...{
    title: 'Flood',
    description: 'Rising',
    content: '<p>3</p>',
    duration: 9,
    type: 'text',
    videoUrl: null,
  },
};
const at = '2026-11-21T08:00:00.000Z';

function revision(id: string, parts: Partial<Revision>): Revision {
  return {
    ...{ id, kind: 'update', entity: 'lesson', entityId: 'l1', courseId: 'tides', title: 'Flood' },
    ...{ userId: 'carol', userName: 'Carol', madeAt: at, receivedAt: at, baseVersion: 1, version: 2 },
    ...{ before: {}, after: {}, ...parts },
  };
}

/** Newest first, as the server sends them. */
const revisions = [
  revision('e', { before: { content: '<p>2</p>' }, after: { content: '<p>3</p>' } }),
  revision('d', { kind: 'aside', after: { content: '<p>Lost</p>' } }),
  revision('c', { before: { title: 'Ebb' }, after: { title: 'Flood' } }),
  revision('b', {
    before: { content: '<p>1</p>', duration: 5 },
    after: { content: '<p>2</p>', duration: 9 },
  }),
];

describe('a lesson as of a version', () => {
  it('has the fields set by this version and earlier ones, and the unchanged fields', () => {
    expect(stateAt(revisions, 'b', known)).toEqual({ ...known, title: 'Ebb', content: '<p>2</p>' });
    expect(stateAt(revisions, 'c', known)).toEqual({ ...known, content: '<p>2</p>' });
    expect(stateAt(revisions, 'e', known)).toEqual(known);
  });

  it('is correct even if the stored lesson is newer than the versions', () => {
    const newer = { ...known, title: 'Newest', content: '<p>Newest</p>' };
    expect(stateAt(revisions, 'e', newer)).toMatchObject({ title: 'Flood', content: '<p>3</p>' });
  });

  it('has the rejected fields applied, for a rejected edit', () => {
    expect(stateAt(revisions, 'd', known)).toMatchObject({ title: 'Flood', content: '<p>Lost</p>' });
  });

  it('is complete before a deletion', () => {
    const deleted = revision('f', { kind: 'delete', before: { ...known, title: 'Last' } });
    expect(stateAt([deleted, ...revisions], 'f', {})).toMatchObject({ title: 'Last', content: '<p>3</p>' });
  });
});

describe('a version whose text was not loaded', () => {
  /** As the server lists it. */
  const omitted = (one: Revision): Revision => {
    const emptied = (fields: RevisionFields) => ('content' in fields ? { ...fields, content: '' } : fields);
    const has = 'content' in one.before || 'content' in one.after;
    const blank = { before: emptied(one.before), after: emptied(one.after) };
    return has ? { ...one, ...blank, omittedCharacters: 8 } : one;
  };
  const listed = revisions.map(omitted);
  const load = (ids: readonly string[]) =>
    revisions.map((one) => (ids.includes(one.id) ? one : omitted(one)));

  it.each(['e', 'd', 'c', 'b'])('has no text, and names what to load: %s', (id) => {
    expect(stateAt(listed, id, known)).not.toHaveProperty('content');
    expect(listChanges(listed, id, known).map(({ field }) => field)).not.toContain('content');
    expect(restorable(omitted(revision(id, { kind: 'aside', after: { content: '' } })), {})).toEqual({});
    const missing = listMissingTexts(listed, id);
    expect(missing).not.toEqual([]);
    const loaded = load(missing);
    expect(listMissingTexts(loaded, id)).toEqual([]);
    expect(stateAt(loaded, id, known)).toEqual(stateAt(revisions, id, known));
    expect(listChanges(loaded, id, known)).toEqual(listChanges(revisions, id, known));
  });

  it('takes it from the next version, if none before it is known', () => {
    const newest = [omitted(revision('e', { before: { content: '<p>2</p>' }, after: { content: '' } }))];
    const renamed = revision('c', { before: { title: 'Ebb' }, after: { title: 'Flood' } });
    expect(listMissingTexts([...newest, renamed], 'c')).toEqual(['e']);
    expect(stateAt([...newest, renamed], 'c', known)).not.toHaveProperty('content');
  });

  it('is the stored lesson, if no version changed the text', () => {
    const renamed = revision('c', { before: { title: 'Ebb' }, after: { title: 'Flood' } });
    expect(listMissingTexts([renamed], 'c')).toEqual([]);
    expect(stateAt([renamed], 'c', known).content).toBe('<p>3</p>');
  });
});

describe('the changes of a version', () => {
  it('are listed with the values before them, in the order of the form', () => {
    expect(listChanges(revisions, 'b', known)).toEqual([
      { field: 'content', before: '<p>1</p>', after: '<p>2</p>' },
      { field: 'duration', before: 5, after: 9 },
    ]);
  });

  it('of a rejected edit are compared with the values that won', () => {
    expect(listChanges(revisions, 'd', known)).toEqual([
      { field: 'content', before: '<p>2</p>', after: '<p>Lost</p>' },
    ]);
  });

  it('of a new lesson are all of its initial fields', () => {
    const created = revision('a', { kind: 'create', after: { ...known, description: '' } });
    expect(listChanges([created], 'a', known).map(({ field }) => field)).toEqual([
      'title',
      'content',
      'duration',
      'type',
    ]);
  });
});

describe('the restorable fields', () => {
  it('are the whole version without its position and without an uploaded video', () => {
    const state = { ...known, position: 'a0', videoUrl: '/media/abc' };
    const { videoUrl: _, ...text } = known;
    expect(restorable(revision('b', {}), state)).toEqual(text);
    expect(restorable(revision('b', {}), { ...state, videoUrl: null })).toEqual(known);
  });

  it('of a rejected edit are only the rejected ones', () => {
    const rejected = revision('d', { kind: 'aside', after: { content: '<p>Lost</p>', position: 'a1' } });
    expect(restorable(rejected, stateAt([rejected], 'd', known))).toEqual({ content: '<p>Lost</p>' });
  });
});
