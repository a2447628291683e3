import { describe, expect, it } from 'vitest';
import { describeUpload, percentSent } from './upload-words.ts';

const film = { sizeBytes: 12_000_000, sentBytes: 0, problem: null } as const;

describe('the text of a pending upload', () => {
  it('shows its size while nothing was sent', () => {
    expect(describeUpload({ ...film, state: 'waiting' }, false)).toBe(
      'Waits on this device for a connection: 12 MB',
    );
  });

  it('counts the bytes that the server has', () => {
    const half = { ...film, sentBytes: 3_100_000 };
    expect(describeUpload({ ...half, state: 'sending' }, true)).toBe('Uploading: 3.1 MB of 12 MB sent');
    expect(describeUpload({ ...half, state: 'paused' }, true)).toBe(
      'Paused, safe on this device: 3.1 MB of 12 MB sent',
    );
    expect(percentSent({ ...film, sentBytes: 6_000_000 })).toBe(50);
  });

  it('never claims to be done before it is attached', () => {
    expect(describeUpload({ ...film, sentBytes: film.sizeBytes, state: 'arrived' }, true)).toBe(
      'All 12 MB sent, being put in its place…',
    );
  });

  it('shows the server’s reason', () => {
    expect(describeUpload({ ...film, state: 'refused', problem: 'Too blue.' }, true)).toBe(
      'Not taken: Too blue.',
    );
  });
});
