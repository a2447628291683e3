import { describe, expect, it } from 'vitest';
import type { Gap, OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { describeUnready, fixLabel, readinessLabel, shortReadinessLabel } from './readiness-text.ts';

const STORED = { state: 'stored', missing: [] } as const;
const COMING = { state: 'coming', missing: [] } as const;

const video: Gap = {
  kind: 'video',
  fileId: 'a',
  title: 'Reading a tide table',
  sizeBytes: 613_433,
  isReplaced: false,
  problem: undefined,
};
const embed: Gap = { kind: 'elsewhere', what: 'video', host: 'youtu.be' };

/** A course of twelve lessons, some with the given gaps. */
function readinessOf(...gaps: Gap[][]): OfflineReadiness {
  const away = gaps.map((ofLesson, at) => {
    return { lessonId: `l${at}`, title: `Lesson ${at + 1}`, number: at + 1, gaps: ofLesson };
  });
  return { app: STORED, hasFiles: true, lessons: 12, ready: 12 - away.length, away };
}

describe('the texts of offline readiness', () => {
  it('claim no more than is there', () => {
    expect(readinessLabel(readinessOf())).toBe('Works offline');
    expect(readinessLabel(readinessOf([video]))).toBe('Works offline: 11 of 12 lessons');
    expect(readinessLabel({ ...readinessOf([video]), lessons: 1, ready: 0 })).toBe('Not ready offline');
    expect(readinessLabel({ ...readinessOf(), lessons: 0, ready: 0 })).toBe('Not ready offline');
  });

  it('claim nothing before the app itself is stored, and say that it is not', () => {
    const readiness = { ...readinessOf(), app: COMING };
    expect([readinessLabel(readiness), shortReadinessLabel(readiness)]).toEqual([
      'Not ready offline',
      'Not ready offline',
    ]);
    expect(describeUnready(readiness)).toBe(
      'The app is not saved on this device yet. Keep this page open for a moment.',
    );
  });

  it('name the lesson, the reason and how many more there are', () => {
    expect(describeUnready(readinessOf([video]))).toBe('“Lesson 1”: its video (613 kB) is not downloaded.');
    expect(describeUnready(readinessOf([{ ...video, isReplaced: true }, embed], [{ kind: 'text' }]))).toBe(
      '“Lesson 1”: its video was replaced, and the new version (613 kB) is not downloaded yet; its video plays at youtu.be and needs a connection, and 1 more.',
    );
    expect(describeUnready(readinessOf([{ ...video, kind: 'document', problem: 'full' }]))).toBe(
      '“Lesson 1”: “Reading a tide table” (613 kB) does not fit on this device.',
    );
    expect(describeUnready(readinessOf())).toBeNull();
  });

  it('offer to repair what can be repaired, with its size', () => {
    expect(fixLabel(readinessOf([embed]))).toBeNull();
    expect(fixLabel(readinessOf([{ kind: 'text' }]))).toBe('Download again');
    expect(fixLabel(readinessOf([video], [embed]))).toBe('Download the video (613 kB)');
    expect(fixLabel(readinessOf([video], [{ ...video, fileId: 'b' }]))).toBe('Download the videos (1.2 MB)');
    expect(fixLabel(readinessOf([video, { kind: 'text' }]))).toBe('Download the file (613 kB)');
  });
});
