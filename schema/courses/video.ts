import { URL_MAX_CHARACTERS } from '../limits.ts';
import { parseWebAddress, type WebAddress } from './web-address.ts';

/** The origins of the players that the app frames; others need the operator's permission. */
export const playerOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://drive.google.com',
] as const;

/** The page's meta element that lists the operator's additional origins, separated by spaces. */
export const FRAME_ORIGINS_META = 'frame-origins';

export type EmbedProvider = 'youtube' | 'vimeo' | 'drive' | 'other';

/** How a lesson's video URL is used; only URLs of these shapes may reach the page. */
export type Video =
  | { kind: 'none' }
  /**
   * Plays in the native player; an uploaded file is identified by its id, so a downloaded copy can replace
   * it.
   */
  | { kind: 'file'; source: 'own'; url: string; fileId: string }
  | { kind: 'file'; source: 'web'; url: string }
  /** Plays in a third party's frame; `url` is the page to open instead. */
  | { kind: 'embed'; provider: EmbedProvider; url: string; embedUrl: string }
  /** Plays in no browser (or may not be framed): offered as a link. */
  | { kind: 'link'; url: string };

const OWN_FILE = /^\/media\/([0-9a-f]{32})(?:\?expires=\d{1,16}&signature=[A-Za-z0-9_-]{1,128})?$/;
const NATIVE_FORMATS = new Set(['mp4', 'webm', 'ogg', 'mov']);
const FOREIGN_FORMATS = new Set(['avi', 'wmv', 'flv']);

const none: Video = { kind: 'none' };

/**
 * Parses a video URL (spec map, section 5). Anything but an own media path or an https URL without
 * credentials is `none`: nothing else may become the source of a player or a frame.
 */
export function parseVideoUrl(text: string | null | undefined): Video {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > URL_MAX_CHARACTERS) return none;
  const own = OWN_FILE.exec(trimmed);
  if (own?.[1] !== undefined) return { kind: 'file', source: 'own', url: trimmed, fileId: own[1] };
  const address = parseWebAddress(trimmed);
  if (address === null) return none;
  return hosts[address.host]?.(address) ?? byExtension(address);
}

/** The id of the uploaded file of a video's or a resource's URL; null for any other URL. */
export function ownFileId(text: string | null | undefined): string | null {
  const video = parseVideoUrl(text);
  return video.kind === 'file' && video.source === 'own' ? video.fileId : null;
}

type HostRule = (address: WebAddress) => Video;

/** Hosts are compared whole: `youtube.com.evil.example` is not YouTube. No prototype, so no inherited keys. */
const hosts: Readonly<Record<string, HostRule | undefined>> = Object.assign(Object.create(null), {
  'youtube.com': youtube,
  'www.youtube.com': youtube,
  'm.youtube.com': youtube,
  'music.youtube.com': youtube,
  'www.youtube-nocookie.com': youtube,
  'youtu.be': youtube,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
  'drive.google.com': drive,
  'dropbox.com': dropbox,
  'www.dropbox.com': dropbox,
});

function youtube(address: WebAddress): Video {
  const id = youtubeId(address);
  const list = address.searchParams.get('list') ?? '';
  const isList = ['/playlist', 'videoseries'].includes(id ?? address.pathname) && /^[\w-]{12,64}$/.test(list);
  // A channel cannot be framed.
  if (id === null && !isList) return linkTo(address);
  const start = startOf(address);
  const query = isList ? `?list=${list}` : start > 0 ? `?start=${start}` : '';
  return embed(
    'youtube',
    address,
    `https://www.youtube-nocookie.com/embed/${isList ? 'videoseries' : id}${query}`,
  );
}

/** Where a video begins, in seconds: `t` or `start` in the query, or `t` behind `#`. */
function startOf({ searchParams, hash }: WebAddress): number {
  return secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? hash.replace('#t=', ''));
}

function youtubeId(address: WebAddress): string | null {
  const [first = '', second = ''] = address.pathname.slice(1).split('/');
  const candidate =
    address.host === 'youtu.be'
      ? first
      : first === 'watch'
        ? address.searchParams.get('v')
        : ['embed', 'shorts', 'live', 'v'].includes(first)
          ? second
          : null;
  return candidate !== null && /^[\w-]{11}$/.test(candidate) ? candidate : null;
}

/** `90`, `90s` and `1m30s`, in seconds; 0 for anything else. */
function secondsOf(time: string | null): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '');
  return Number(match?.[1] ?? 0) * 3600 + Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
}

function vimeo(address: WebAddress): Video {
  const path =
    /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;
  const match = path.exec(address.pathname);
  if (match?.[1] === undefined) return linkTo(address);
  const given = match[2] ?? address.searchParams.get('h') ?? '';
  const privacyHash = /^[0-9a-f]{6,20}$/.test(given) ? `&h=${given}` : '';
  const start = startOf(address);
  const fragment = start > 0 ? `#t=${start}s` : '';
  return embed('vimeo', address, `https://player.vimeo.com/video/${match[1]}?dnt=1${privacyHash}${fragment}`);
}

function drive(address: WebAddress): Video {
  const inPath = /^\/file\/(?:u\/\d\/)?d\/([^/]+)/.exec(address.pathname)?.[1];
  const inQuery = ['/open', '/uc'].includes(address.pathname) ? address.searchParams.get('id') : null;
  const id = inPath ?? inQuery;
  if (id === null || !/^[\w-]{10,100}$/.test(id)) return linkTo(address);
  // Without it, files that were shared before 2021 ask for permission.
  const key = address.searchParams.get('resourcekey') ?? '';
  const query = /^[\w-]{1,60}$/.test(key) ? `?resourcekey=${key}` : '';
  return embed('drive', address, `https://drive.google.com/file/d/${id}/preview${query}`);
}

/** A shared Dropbox file is served raw on request; its pages may not be framed. */
function dropbox(address: WebAddress): Video {
  if (!/^\/(?:s|scl\/fi)\//.test(address.pathname)) return linkTo(address);
  if (FOREIGN_FORMATS.has(extensionOf(address.pathname))) return linkTo(address);
  address.searchParams.delete('dl');
  address.searchParams.set('raw', '1');
  return { kind: 'file', source: 'web', url: address.href };
}

function byExtension(address: WebAddress): Video {
  const extension = extensionOf(address.pathname);
  if (NATIVE_FORMATS.has(extension)) return { kind: 'file', source: 'web', url: address.href };
  return FOREIGN_FORMATS.has(extension) ? linkTo(address) : embed('other', address, address.href);
}

const linkTo = ({ href }: WebAddress): Video => ({ kind: 'link', url: href });

const embed = (provider: EmbedProvider, { href }: WebAddress, embedUrl: string): Video => ({
  kind: 'embed',
  provider,
  url: href,
  embedUrl,
});

function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
