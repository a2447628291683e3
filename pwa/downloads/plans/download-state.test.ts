import { describe, expect, it } from 'vitest';
import type { Download, DownloadPlanRow } from '#pwa/store/database/rows.ts';
import { stateOfDownload } from './download-state.ts';

const video: Download = {
  fileId: 'a'.repeat(32),
  courseId: 'tides',
  lessonId: 'l1',
  kind: 'video',
  want: 'videos',
  title: 'Video',
  sizeBytes: 100,
  state: 'missing',
  checkedAt: '2026-11-21T08:00:00.000Z',
};
const cover: Download = { ...video, fileId: 'cover', kind: 'image', want: 'images', sizeBytes: 7 };
const complete = (row: Download): Download => ({ ...row, state: 'kept' });
const chosen: DownloadPlanRow = {
  courseId: 'tides',
  wants: { videos: true, documents: true, images: true },
  isPaused: false,
  updatedAt: video.checkedAt,
  v: 1,
};
const nothing = { ...chosen, wants: { videos: false, documents: false, images: false } };
const paused = { ...chosen, isPaused: true };
const stateOf = (more: Partial<Parameters<typeof stateOfDownload>[0]> = {}) =>
  stateOfDownload({ plan: chosen, rows: [video], isOnline: true, isHeld: false, ...more });

describe('the state of a download', () => {
  it.each([
    ['nothing was chosen', { plan: null }, 'none'],
    ['all files were downloaded automatically', { plan: null, rows: [complete(video), cover] }, 'done'],
    ['a download is running', {}, 'coming'],
    ['the user paused it', { plan: { ...chosen, isPaused: true } }, 'paused'],
    ['the device is offline', { isOnline: false }, 'offline'],
    ['it was chosen offline, before its files are listed', { rows: [], isOnline: false }, 'requested'],
    ['the user paused it before its files are listed', { rows: [], plan: paused, isOnline: false }, 'paused'],
    ['its files are being listed', { rows: [] }, 'none'],
    ['nothing is chosen offline', { rows: [], isOnline: false, plan: null }, 'none'],
    ['all was cancelled offline', { rows: [], isOnline: false, plan: nothing }, 'none'],
    ['the connection is not allowed for downloads', { isHeld: true }, 'waiting'],
    ['the device is full', { rows: [{ ...video, problem: 'full' as const }] }, 'stuck'],
    ['the connection was lost', { rows: [{ ...video, problem: 'lost' as const }] }, 'coming'],
    ['it arrived damaged', { rows: [{ ...video, problem: 'damaged' as const }] }, 'stuck'],
    [
      'it is downloaded again',
      { rows: [{ ...video, problem: 'damaged' as const, receivedBytes: 1 }] },
      'coming',
    ],
    ['everything is downloaded', { rows: [complete(video), complete(cover)] }, 'done'],
    [
      'the chosen files are downloaded',
      { plan: { ...chosen, wants: { ...chosen.wants, images: false } }, rows: [complete(video), cover] },
      'done',
    ],
    [
      'everything was removed',
      { plan: { ...chosen, wants: { videos: false, documents: false, images: false } } },
      'none',
    ],
  ])('when %s', (_when, facts, phase) => {
    expect(stateOf(facts).phase).toBe(phase);
  });

  it('counts files and bytes, including incomplete files', () => {
    const state = stateOf({ rows: [{ ...video, receivedBytes: 40 }, complete(cover)] });
    expect(state).toMatchObject({ files: 2, filesHere: 1, bytes: 107, bytesHere: 47, problem: null });
  });
});
