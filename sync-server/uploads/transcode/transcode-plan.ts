import * as v from 'valibot';

/** Above this a video stutters where lessons are watched: on phones, in trains. */
const BIT_RATE_MAX = 3_000_000;
const SHORT_SIDE_MAX_PX = 720;
/** The maximum bit rate of a transcoded video, which bounds its size. */
const ENCODED_BIT_RATE_MAX = 2_500_000;
const ENCODED_BIT_RATE_MIN = 300_000;

const NumberText = v.pipe(v.string(), v.transform(Number), v.finite());

/** The fields of ffprobe's output that the plan needs. */
export const Probe = v.object({
  streams: v.array(
    v.object({
      codec_type: v.optional(v.string()),
      codec_name: v.optional(v.string()),
      pix_fmt: v.optional(v.string()),
      width: v.optional(v.number()),
      height: v.optional(v.number()),
    }),
  ),
  format: v.object({ bit_rate: v.optional(NumberText), duration: v.optional(NumberText) }),
});
export type Probe = v.InferOutput<typeof Probe>;

/**
 * The work that a video needs: none (`fit`), remux its streams into an MP4 that plays while it loads
 * (`repack`), or transcode them (`encode`). Null: it has no video stream.
 */
export type TranscodePlan =
  | { readonly kind: 'fit' }
  | { readonly kind: 'repack' }
  | { readonly kind: 'encode'; readonly bitRateMax: number }
  | null;

export function planTranscode(probe: Probe, file: { isMp4: boolean; isFaststart: boolean }): TranscodePlan {
  const video = probe.streams.find((stream) => stream.codec_type === 'video');
  if (video === undefined || video.width === undefined || video.height === undefined) return null;
  const bitRate = probe.format.bit_rate ?? Number.POSITIVE_INFINITY;
  const sounds = probe.streams.filter((stream) => stream.codec_type === 'audio');
  const isFitInside =
    video.codec_name === 'h264' &&
    video.pix_fmt === 'yuv420p' &&
    Math.min(video.width, video.height) <= SHORT_SIDE_MAX_PX &&
    sounds.every((sound) => sound.codec_name === 'aac') &&
    bitRate <= BIT_RATE_MAX;
  if (isFitInside) return { kind: file.isMp4 && file.isFaststart ? 'fit' : 'repack' };
  const wanted = Math.max(2 * bitRate, ENCODED_BIT_RATE_MIN);
  return { kind: 'encode', bitRateMax: Math.min(Math.round(wanted), ENCODED_BIT_RATE_MAX) };
}
