import { describe, expect, it } from 'vitest';
import type { Download, DownloadPlanRow } from '../store/rows.ts';
import { stateOfDownload } from './download-state.ts';

const film: Download = {
  fileId: 'a'.repeat(32),
  courseId: 'tides',
  lessonId: 'l1',
  kind: 'video',
  want: 'videos',
  title: 'Film',
  sizeBytes: 100,
  state: 'missing',
  checkedAt: '2026-11-21T08:00:00.000Z',
};
const cover: Download = { ...film, fileId: 'cover', kind: 'image', want: 'images', sizeBytes: 7 };
const kept = (row: Download): Download => ({ ...row, state: 'kept' });
const chosen: DownloadPlanRow = {
  courseId: 'tides',
  wants: { videos: true, documents: true, images: true },
  isPaused: false,
  updatedAt: film.checkedAt,
  v: 1,
};
const stateOf = (more: Partial<Parameters<typeof stateOfDownload>[0]> = {}) =>
  stateOfDownload({ plan: chosen, rows: [film], isOnline: true, isHeld: false, ...more });

describe('the state of a download', () => {
  it.each([
    ['nothing was chosen', { plan: null }, 'none'],
    ['what there is has come by itself', { plan: null, rows: [kept(film), cover] }, 'done'],
    ['it comes', {}, 'coming'],
    ['the person paused it', { plan: { ...chosen, isPaused: true } }, 'paused'],
    ['there is no line', { isOnline: false }, 'offline'],
    ['the line is not one that is allowed', { isHeld: true }, 'waiting'],
    ['the device is full', { rows: [{ ...film, problem: 'full' as const }] }, 'stuck'],
    ['the line broke', { rows: [{ ...film, problem: 'lost' as const }] }, 'coming'],
    ['it arrived damaged', { rows: [{ ...film, problem: 'damaged' as const }] }, 'stuck'],
    ['it comes once more', { rows: [{ ...film, problem: 'damaged' as const, receivedBytes: 1 }] }, 'coming'],
    ['all is here', { rows: [kept(film), kept(cover)] }, 'done'],
    [
      'what was chosen is here',
      { plan: { ...chosen, wants: { ...chosen.wants, images: false } }, rows: [kept(film), cover] },
      'done',
    ],
    [
      'everything was removed',
      { plan: { ...chosen, wants: { videos: false, documents: false, images: false } } },
      'none',
    ],
  ])('when %s', (_when, facts, stand) => {
    expect(stateOf(facts).stand).toBe(stand);
  });

  it('counts files and bytes, including incomplete files', () => {
    const state = stateOf({ rows: [{ ...film, receivedBytes: 40 }, kept(cover)] });
    expect(state).toMatchObject({ files: 2, filesHere: 1, bytes: 107, bytesHere: 47, problem: null });
  });
});
