import { describe, expect, it } from 'vitest';
import { type Probe, planTranscode } from './transcode-plan.ts';

const good = { codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 };
const aac = { codec_type: 'audio', codec_name: 'aac' };
const probeOf = (...streams: Probe['streams']): Probe => ({ streams, format: { bit_rate: 900_000 } });
const streamed = { isMp4: true, isFaststart: true };

describe('the plan for a video', () => {
  it('is to leave it when it plays everywhere, while it loads, on a phone', () => {
    expect(planTranscode(probeOf(good, aac), streamed)).toEqual({ kind: 'fit' });
    expect(planTranscode(probeOf(good), streamed)).toEqual({ kind: 'fit' });
    expect(planTranscode(probeOf({ ...good, width: 720, height: 1280 }), streamed)).toEqual({ kind: 'fit' });
  });

  it('is to repack it when only the container is wrong', () => {
    expect(planTranscode(probeOf(good, aac), { isMp4: true, isFaststart: false })).toEqual({
      kind: 'repack',
    });
    expect(planTranscode(probeOf(good, aac), { isMp4: false, isFaststart: false })).toEqual({
      kind: 'repack',
    });
  });

  it.each<[string, Probe['streams']]>([
    ['HEVC', [{ ...good, codec_name: 'hevc' }]],
    ['ten bits', [{ ...good, pix_fmt: 'yuv420p10le' }]],
    ['1080p', [{ ...good, width: 1920, height: 1080 }]],
    ['1080p held upright', [{ ...good, width: 1080, height: 1920 }]],
    ['Opus', [good, { codec_type: 'audio', codec_name: 'opus' }]],
  ])('is to transcode it when it has %s', (_, streams) => {
    expect(planTranscode(probeOf(...streams), streamed)).toEqual({ kind: 'encode', bitRateMax: 1_800_000 });
  });

  it('is to transcode it when its bit rate exceeds a train’s connection', () => {
    const heavy = { streams: [good], format: { bit_rate: 9_000_000 } };
    expect(planTranscode(heavy, streamed)).toEqual({ kind: 'encode', bitRateMax: 2_500_000 });
  });

  it('never increases a long small video to many times its size', () => {
    const long = { streams: [{ ...good, codec_name: 'hevc' }], format: { bit_rate: 60_000 } };
    expect(planTranscode(long, streamed)).toEqual({ kind: 'encode', bitRateMax: 300_000 });
  });

  it('is null without a video stream', () => {
    expect(planTranscode(probeOf(aac), streamed)).toBeNull();
  });
});
