import { describe, expect, it } from 'vitest';
import { describeUpload, percentSent } from './describe-upload.ts';

const video = { sizeBytes: 12_000_000, sentBytes: 0, problem: null } as const;

describe('the text of a pending upload', () => {
  it('shows its size while nothing was sent', () => {
    expect(describeUpload({ ...video, state: 'waiting' }, false)).toBe('Waiting for a connection: 12 MB');
  });

  it('counts the bytes that the server has', () => {
    const half = { ...video, sentBytes: 3_100_000 };
    expect(describeUpload({ ...half, state: 'sending' }, true)).toBe('Uploading: 3.1 MB of 12 MB sent');
    expect(describeUpload({ ...half, state: 'paused' }, true)).toBe(
      'Paused, saved on this device: 3.1 MB of 12 MB sent',
    );
    expect(percentSent({ ...video, sentBytes: 6_000_000 })).toBe(50);
  });

  it('never claims to be done before it is attached', () => {
    expect(describeUpload({ ...video, sentBytes: video.sizeBytes, state: 'arrived' }, true)).toBe(
      'All 12 MB sent, saving…',
    );
  });

  it('shows the server’s reason', () => {
    expect(describeUpload({ ...video, state: 'refused', problem: 'Too blue.' }, true)).toBe(
      'Refused: Too blue.',
    );
  });
});
