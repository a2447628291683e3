import { digestOf } from '#interchange/course-file/digest.ts';
import { findFilePicture } from '#interchange/course-file/embedded-pictures.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { plainSvg } from '../lesson/plain-svg.ts';
import type { CourseCopy } from './course-copy.ts';
import { type DataPicture, findDataPicture } from './data-picture.ts';

/** A file of the archive. */
export interface PackedFile {
  /** The name of its entry, of ASCII letters, digits and `-._/` only, so it is its relative address too. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
}

export type PackedEntry = PackedFile & WrittenEntry;

const PICTURES: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
};
const EXTENSIONS: Readonly<Record<string, string>> = {
  ...PICTURES,
  'application/pdf': 'pdf',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
};
/** So many characters of the digest tell files with the same name apart. */
const DIGEST_CHARACTERS = 16;

/** Packs files for one page, or for all of them. */
export type FilePacker = Pick<PackedFiles, 'addStored' | 'addPicture'>;

/** Collects the files that the pages of a course name. Each is packed once. */
export class PackedFiles {
  readonly #course: CourseCopy;
  /** By digest. */
  readonly #entries = new Map<string, PackedEntry>();
  /** By address: a picture is often shown more than once, and is decoded once. */
  readonly #pictures = new Map<string, PackedFile | null>();

  constructor(course: CourseCopy) {
    this.#course = course;
  }

  /** All packed files, sorted by name. */
  get entries(): readonly PackedEntry[] {
    return [...this.#entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /**
   * Packs a file of the course, which is stored unless it is among its pictures. `title` begins its name, where it is
   * packed first. Null when the course does not have it.
   */
  addStored(digest: string, title: string): PackedFile | null {
    const file = this.#course.outline.files[digest];
    if (file === undefined) return null;
    const { type, sizeBytes } = file;
    const name = nameOf(title, digest, EXTENSIONS[type] ?? 'bin');
    const bytes = this.#course.pictures.get(digest);
    const content = bytes === undefined ? { bytes: null, file: digest } : { bytes };
    return this.#add(digest, { name, type, sizeBytes, ...content });
  }

  /** Packs the picture of an address in a text; null for one on another site, and for one that no browser shows. */
  addPicture(address: string): PackedFile | null {
    const known = this.#pictures.get(address);
    if (known !== undefined) return known;
    const picture = this.#findPicture(address);
    const packed = picture === null ? null : this.#pack(picture);
    this.#pictures.set(address, packed);
    return packed;
  }

  #findPicture(address: string): DataPicture | null {
    const digest = findFilePicture(address);
    if (digest === null) return findDataPicture(address);
    const bytes = this.#course.pictures.get(digest);
    const type = this.#course.outline.files[digest]?.type;
    return bytes === undefined || type === undefined ? null : { type, bytes };
  }

  #pack({ type, bytes: source }: DataPicture): PackedFile | null {
    const extension = PICTURES[type];
    const bytes = type === 'image/svg+xml' ? plainSvg(source) : source;
    if (extension === undefined || bytes === null) return null;
    const digest = digestOf(source);
    const name = nameOf('picture', digest, extension);
    return this.#add(digest, { name, type, sizeBytes: bytes.length, bytes });
  }

  #add(digest: string, entry: PackedEntry): PackedFile {
    const packed = this.#entries.get(digest) ?? entry;
    this.#entries.set(digest, packed);
    return packed;
  }
}

function nameOf(title: string, digest: string, extension: string): string {
  return `files/${plainName(title) || 'file'}-${digest.slice(0, DIGEST_CHARACTERS)}.${extension}`;
}

const NAME_CHARACTERS = 60;

/** A title as a part of a file's name: ASCII letters, digits and hyphens. May be empty. */
export function plainName(title: string): string {
  const letters = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_CHARACTERS)
    .replace(/^-+|-+$/g, '');
}
