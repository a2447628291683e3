import * as v from 'valibot';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { runProgram } from './run-program.ts';
import { Probe } from './transcode-plan.ts';

/** At the lowest priority, a program waits long for its turn on a busy machine. */
const PROBE_TIMEOUT_MS = 60_000;
const MAKE_TIMEOUT_MS = 2 * 60 * 60 * 1_000;
/** 8K; a larger size is not a lesson but an attack on the memory. */
const PIXELS_MAX = 7_680 * 4_320;
/** A larger output is cut off here and then rejected. */
export const TRANSCODED_MAX_BYTES = 4 * VIDEO_MAX_BYTES;
/** The short side at most 720 px, both sides even, as H.264 requires. */
const SCALE_720P =
  "scale=w='if(gt(iw,ih),-2,min(720,trunc(iw/2)*2))':h='if(gt(iw,ih),min(720,trunc(ih/2)*2),-2)',setsar=1";

/**
 * A video on disk, and the demuxer for the container detected from its bytes: ffmpeg must not choose another.
 */
export interface VideoSource {
  readonly path: string;
  readonly demuxer: string;
}

interface EncodeOptions {
  /** Bits per second. */
  readonly bitRateMax: number;
  readonly signal: AbortSignal;
}

/** Looks for ffmpeg, ffprobe and the two required encoders; null if any of them is missing. */
export async function findFfmpeg(): Promise<Ffmpeg | null> {
  const options = { signal: new AbortController().signal, timeoutMs: PROBE_TIMEOUT_MS };
  try {
    await runProgram('ffprobe', ['-version'], options);
    const encoders = await runProgram('ffmpeg', ['-hide_banner', '-encoders'], options);
    return / libx264 /.test(encoders) && / aac /.test(encoders) ? new Ffmpeg() : null;
  } catch {
    return null;
  }
}

/** Runs the programs that inspect and transcode videos. Every file is untrusted: no network, no playlists. */
export class Ffmpeg {
  /** Returns the streams of a video. Throws when it cannot be read. */
  async probe(source: VideoSource, signal: AbortSignal): Promise<Probe> {
    const shown = 'stream=codec_type,codec_name,width,height,pix_fmt:format=bit_rate,duration';
    const args = ['-v', 'error', ...inputLimits(source), '-show_entries', shown, '-of', 'json'];
    const output = await runProgram('ffprobe', [...args, source.path], {
      signal,
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    return v.parse(Probe, JSON.parse(output));
  }

  /** Remuxes the same streams into an MP4 that plays while it loads. */
  async repack(source: VideoSource, target: string, signal: AbortSignal): Promise<void> {
    await make(source, ['-c', 'copy'], target, signal);
  }

  /** Transcodes to H.264 (720p at most) and AAC, in an MP4 that plays while it loads. */
  async encode(source: VideoSource, target: string, { bitRateMax, signal }: EncodeOptions): Promise<void> {
    const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-profile:v', 'high'];
    const rate = ['-maxrate', String(bitRateMax), '-bufsize', String(2 * bitRateMax)];
    const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'];
    const filters = ['-vf', SCALE_720P, '-pix_fmt', 'yuv420p', '-fpsmax', '30'];
    await make(source, [...video, ...rate, ...filters, ...sound], target, signal);
  }
}

function inputLimits({ demuxer }: VideoSource): string[] {
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-max_pixels', String(PIXELS_MAX)];
}

/** The first video and the first audio stream; titles, locations, subtitles and attachments are dropped. */
async function make(source: VideoSource, how: readonly string[], target: string, signal: AbortSignal) {
  const quietly = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const streams = ['-map', '0:V:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1'];
  const into = ['-movflags', '+faststart', '-fs', String(TRANSCODED_MAX_BYTES), '-f', 'mp4', '-y', target];
  const args = [...quietly, ...inputLimits(source), '-i', source.path, ...streams, ...how, ...into];
  await runProgram('ffmpeg', args, { signal, timeoutMs: MAKE_TIMEOUT_MS });
}
