import { describe, expect, it } from 'vitest';
import type { Gap, TripCheck } from '../downloads/trip-check.ts';
import { awayWords, fixLabel, shortTripLabel, tripLabel } from './trip-words.ts';

const film: Gap = {
  kind: 'film',
  fileId: 'a',
  title: 'Reading a tide table',
  sizeBytes: 613_433,
  isReplaced: false,
  problem: undefined,
};
const embed: Gap = { kind: 'elsewhere', what: 'film', host: 'youtu.be' };

/** A course of twelve lessons, some with the given gaps. */
function tripOf(...gaps: Gap[][]): TripCheck {
  const away = gaps.map((ofLesson, at) => {
    return { lessonId: `l${at}`, title: `Lesson ${at + 1}`, number: at + 1, gaps: ofLesson };
  });
  return { hasApp: true, hasFiles: true, lessons: 12, ready: 12 - away.length, away };
}

describe('the texts of offline readiness', () => {
  it('claim no more than is there', () => {
    expect(tripLabel(tripOf())).toBe('Works offline');
    expect(tripLabel(tripOf([film]))).toBe('Works offline: 11 of 12 lessons');
    expect(tripLabel({ ...tripOf([film]), lessons: 1, ready: 0 })).toBe('Not ready for offline');
    expect(tripLabel({ ...tripOf(), lessons: 0, ready: 0 })).toBe('Not ready for offline');
  });

  it('claim nothing before the app itself is stored, and say that it is not', () => {
    const trip = { ...tripOf(), hasApp: false };
    expect([tripLabel(trip), shortTripLabel(trip)]).toEqual([
      'Not ready for offline',
      'Not ready for offline',
    ]);
    expect(awayWords(trip)).toBe(
      'The app itself is not stored on this device yet. Keep this page open for a moment.',
    );
  });

  it('name the lesson, the reason and how many more there are', () => {
    expect(awayWords(tripOf([film]))).toBe('“Lesson 1”: its video (613 kB) is not on this device.');
    expect(awayWords(tripOf([{ ...film, isReplaced: true }, embed], [{ kind: 'text' }]))).toBe(
      '“Lesson 1”: its video was replaced, and the new one (613 kB) is not here yet; its video plays at youtu.be and needs a connection, and 1 more.',
    );
    expect(awayWords(tripOf([{ ...film, kind: 'document', problem: 'full' }]))).toBe(
      '“Lesson 1”: “Reading a tide table” (613 kB) found no room on this device.',
    );
    expect(awayWords(tripOf())).toBeNull();
  });

  it('offer to repair what can be repaired, with its size', () => {
    expect(fixLabel(tripOf([embed]))).toBeNull();
    expect(fixLabel(tripOf([{ kind: 'text' }]))).toBe('Fetch again');
    expect(fixLabel(tripOf([film], [embed]))).toBe('Keep the video (613 kB)');
    expect(fixLabel(tripOf([film], [{ ...film, fileId: 'b' }]))).toBe('Keep the videos (1.2 MB)');
    expect(fixLabel(tripOf([film, { kind: 'text' }]))).toBe('Download it (613 kB)');
  });
});
