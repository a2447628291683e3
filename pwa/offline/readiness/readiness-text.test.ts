import { describe, expect, it } from 'vitest';
import type { Gap, OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { describeLessonGaps, describeReadiness, describeShortly, fixLabel } from './readiness-text.ts';

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
  return { app: STORED, hasFiles: true, lessons: 12, ready: 12 - away.length, away, remote: [] };
}

describe('the texts of offline readiness', () => {
  it('claim no more than is there', () => {
    expect(describeReadiness(readinessOf())).toBe('Works offline');
    expect(describeReadiness(readinessOf([video]))).toBe('11 of 12 lessons work offline');
    expect(describeReadiness({ ...readinessOf([video]), lessons: 1, ready: 0 })).toBe(
      'Does not work offline',
    );
    expect(describeReadiness({ ...readinessOf(), lessons: 0, ready: 0 })).toBe('Does not work offline');
  });

  it('claim nothing before the app itself is stored', () => {
    const readiness = { ...readinessOf(), app: COMING };
    expect([describeReadiness(readiness), describeShortly(readiness)]).toEqual([
      'Does not work offline yet',
      'Does not work offline yet',
    ]);
    const refused = { ...readinessOf(), app: { state: 'refused', missing: [] } } as const;
    expect(describeReadiness(refused)).toBe('Does not work offline');
  });

  it('give the reasons of a lesson', () => {
    const reasonsOf = (...gaps: Gap[]) => readinessOf(gaps).away.map(describeLessonGaps);
    expect(reasonsOf(video)).toEqual(['its video (613 kB) is not downloaded']);
    expect(reasonsOf({ ...video, isReplaced: true }, embed)).toEqual([
      'its video was replaced, and the new version (613 kB) is not downloaded yet; its video plays at youtu.be and needs a connection',
    ]);
    expect(reasonsOf({ ...video, kind: 'document', problem: 'full' })).toEqual([
      '“Reading a tide table” (613 kB) does not fit on this device',
    ]);
  });

  it('offer to repair what can be repaired, with its size', () => {
    expect(fixLabel(readinessOf([embed]))).toBeNull();
    expect(fixLabel(readinessOf([{ kind: 'text' }]))).toBe('Download again');
    expect(fixLabel(readinessOf([video], [embed]))).toBe('Download the video (613 kB)');
    expect(fixLabel(readinessOf([video], [{ ...video, fileId: 'b' }]))).toBe('Download the videos (1.2 MB)');
    expect(fixLabel(readinessOf([video, { kind: 'text' }]))).toBe('Download the file (613 kB)');
  });
});
