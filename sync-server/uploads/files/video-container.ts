/** A video container: its MIME type, its file extension, and the name of its ffmpeg demuxer. */
export interface VideoContainer {
  readonly contentType: string;
  readonly extension: string;
  readonly demuxer: string;
}

const mp4: VideoContainer = { contentType: 'video/mp4', extension: 'mp4', demuxer: 'mov' };
const mov: VideoContainer = { contentType: 'video/quicktime', extension: 'mov', demuxer: 'mov' };
const webm: VideoContainer = { contentType: 'video/webm', extension: 'webm', demuxer: 'matroska' };
const mkv: VideoContainer = { contentType: 'video/x-matroska', extension: 'mkv', demuxer: 'matroska' };
const ogg: VideoContainer = { contentType: 'video/ogg', extension: 'ogv', demuxer: 'ogg' };
const avi: VideoContainer = { contentType: 'video/x-msvideo', extension: 'avi', demuxer: 'avi' };
const wmv: VideoContainer = { contentType: 'video/x-ms-wmv', extension: 'wmv', demuxer: 'asf' };
const flv: VideoContainer = { contentType: 'video/x-flv', extension: 'flv', demuxer: 'flv' };
const all: readonly VideoContainer[] = [mp4, mov, webm, mkv, ogg, avi, wmv, flv];

const EBML = '\x1aE\xdf\xa3';
const ASF_GUID = '3026b2758e66cf11a6d900aa0062ce6c';
/** Images and plain audio use the same container as MP4 (ISO base media) and declare it by their brand. */
const NON_VIDEO_BRANDS = /^(?:avif|avis|mif1|msf1|hei[cxms]|hev[cxms]|jp2 |jpx |jpm |crx |M4A |M4B |M4P )$/;
const OGG_VIDEO_SIGNATURES = ['\x80theora', '\x01video\0', 'OVP80', 'BBCD\0'];

/** Returns the container detected from the first bytes of a file, or null. Ignores the sent name and type. */
export function findVideoContainer(head: Buffer): VideoContainer | null {
  const text = head.toString('latin1');
  const brand = text.slice(8, 12);
  if (text.slice(4, 8) === 'ftyp') return NON_VIDEO_BRANDS.test(brand) ? null : brand === 'qt  ' ? mov : mp4;
  if (text.startsWith(EBML)) return matroska(text.slice(0, 256));
  if (text.startsWith('OggS\0'))
    return OGG_VIDEO_SIGNATURES.some((signature) => text.includes(signature)) ? ogg : null;
  if (text.startsWith('RIFF') && brand === 'AVI ') return avi;
  if (head.toString('hex', 0, 16) === ASF_GUID) return wmv;
  return text.startsWith('FLV\x01') ? flv : null;
}

/** EBML stores its document type within the first bytes. */
function matroska(text: string): VideoContainer | null {
  if (text.includes('webm')) return webm;
  return text.includes('matroska') ? mkv : null;
}

/** The container of a stored video, by its MIME type. */
export function containerOf(contentType: string): VideoContainer | undefined {
  return all.find((container) => container.contentType === contentType);
}

/**
 * The download name of a video: its lesson's title, without characters that file systems or headers reject.
 */
export function videoFileName(title: string, extension: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cs}\\/:*?"<>|]+/gu, ' ').trim();
  return `${[...plain].slice(0, 100).join('').trim() || 'video'}.${extension}`;
}
