import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { type UploadKind, uploadRules } from '#schema/sync/upload.ts';

/** A file read into memory, with its metadata. */
export type ChosenFile = Pick<UploadRow, 'kind' | 'fileName' | 'contentType' | 'sizeBytes' | 'digest'> & {
  readonly bytes: Blob;
};

/** Browsers know no type for some of the video formats that the server accepts. */
const VIDEO_EXTENSIONS = /\.(?:mp4|m4v|mov|webm|ogg|ogv|mkv|avi|wmv|flv)$/i;
const FILE_EXTENSIONS = new RegExp(`\\.pdf$|${VIDEO_EXTENSIONS.source}`, 'i');

/** What a browser reports about a file of a kind: its type, or the end of its name where it knows no type. */
interface KindRule {
  readonly type: RegExp;
  readonly name: RegExp | null;
  readonly notOne: string;
}

const kinds: Readonly<Record<UploadKind, KindRule>> = {
  video: { type: /^video\//, name: VIDEO_EXTENSIONS, notOne: adminMessages.videoNotVideo },
  thumbnail: { type: /^image\/(?!svg)/, name: null, notOne: adminMessages.thumbnailNotImage },
  file: {
    type: /^(?:application\/pdf$|video\/)/,
    name: FILE_EXTENSIONS,
    notOne: adminMessages.resourceFileOther,
  },
};

/**
 * Returns why a file cannot be used (spec map, section 5), judged by what the browser reports about it; null
 * if it can.
 */
function findFileProblem(kind: UploadKind, file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const { maxBytes, tooLargeMessage } = uploadRules[kind];
  const { type, name, notOne } = kinds[kind];
  const isKind = type.test(file.type) || (file.type === '' && name?.test(file.name) === true);
  if (!isKind) return notOne;
  if (file.size > maxBytes) return tooLargeMessage;
  return file.size === 0 ? adminMessages.fileEmpty : null;
}

/**
 * Reads a chosen file into memory, so the stored copy does not depend on it any more, and computes its digest
 * where the browser can.
 *
 * @throws {Error} a sentence for users
 */
export async function readFile(kind: UploadKind, file: File): Promise<ChosenFile> {
  const problem = findFileProblem(kind, file);
  if (problem !== null) throw new UserFacingError(problem);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new UserFacingError(adminMessages.fileUnreadable);
  });
  const bytes = new Blob([buffer], { type: file.type });
  const digest = await digestOf(buffer);
  return { kind, fileName: file.name, contentType: file.type, sizeBytes: bytes.size, digest, bytes };
}

/** Returns the SHA-256 in base64url; null without a secure context, where browsers provide none. */
async function digestOf(buffer: ArrayBuffer): Promise<string | null> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', buffer));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
