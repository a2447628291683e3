import { describe, expect, it } from 'vitest';
import type { Revision, RevisionFields } from '#schema/history.ts';
import { listChanges, restorable, stateAt } from './versions.ts';

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

/** Newest first, as the server tells them. */
const revisions = [
  revision('e', { before: { content: '<p>2</p>' }, after: { content: '<p>3</p>' } }),
  revision('d', { kind: 'aside', after: { content: '<p>Lost</p>' } }),
  revision('c', { before: { title: 'Ebb' }, after: { title: 'Flood' } }),
  revision('b', {
    before: { content: '<p>1</p>', duration: 5 },
    after: { content: '<p>2</p>', duration: 9 },
  }),
];

describe('a lesson as it was', () => {
  it('after a version has what that version and those before it made, and what none of them touched', () => {
    expect(stateAt(revisions, 'b', known)).toEqual({ ...known, title: 'Ebb', content: '<p>2</p>' });
    expect(stateAt(revisions, 'c', known)).toEqual({ ...known, content: '<p>2</p>' });
    expect(stateAt(revisions, 'e', known)).toEqual(known);
  });

  it('is true also where the device knows of newer words than of versions', () => {
    const newer = { ...known, title: 'Newest', content: '<p>Newest</p>' };
    expect(stateAt(revisions, 'e', newer)).toMatchObject({ title: 'Flood', content: '<p>3</p>' });
  });

  it('with words that were set aside is what they would have made', () => {
    expect(stateAt(revisions, 'd', known)).toMatchObject({ title: 'Flood', content: '<p>Lost</p>' });
  });

  it('before it was deleted is whole', () => {
    const gone = revision('f', { kind: 'delete', before: { ...known, title: 'Last' } });
    expect(stateAt([gone, ...revisions], 'f', {})).toMatchObject({ title: 'Last', content: '<p>3</p>' });
  });
});

describe('what a version changed', () => {
  it('is shown with what it found, in the order of the form', () => {
    expect(listChanges(revisions, 'b', known)).toEqual([
      { field: 'content', before: '<p>1</p>', after: '<p>2</p>' },
      { field: 'duration', before: 5, after: 9 },
    ]);
  });

  it('is for words set aside what stood against them', () => {
    expect(listChanges(revisions, 'd', known)).toEqual([
      { field: 'content', before: '<p>2</p>', after: '<p>Lost</p>' },
    ]);
  });

  it('is for a new lesson all that it began with', () => {
    const made = revision('a', { kind: 'create', after: { ...known, description: '' } });
    expect(listChanges([made], 'a', known).map(({ field }) => field)).toEqual([
      'title',
      'content',
      'duration',
      'type',
    ]);
  });
});

describe('what can be brought back', () => {
  it('is the whole version, but neither its place nor a film that was uploaded', () => {
    const state = { ...known, position: 'a0', videoUrl: '/media/abc' };
    const { videoUrl: _, ...words } = known;
    expect(restorable(revision('b', {}), state)).toEqual(words);
    expect(restorable(revision('b', {}), { ...state, videoUrl: null })).toEqual(known);
  });

  it('is of words set aside only these', () => {
    const aside = revision('d', { kind: 'aside', after: { content: '<p>Lost</p>', position: 'a1' } });
    expect(restorable(aside, stateAt([aside], 'd', known))).toEqual({ content: '<p>Lost</p>' });
  });
});
