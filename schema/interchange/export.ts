import * as v from 'valibot';

/** The formats in which a course can be exported. */
const ExportFormat = v.picklist(['carrel']);
export const ExportInput = v.object({ format: ExportFormat });

/** `url` is a path of this server that is valid for ten minutes. `digest` names the content: SHA-256 in hex. */
export const ExportReply = v.object({ url: v.string(), sizeBytes: v.number(), digest: v.string() });
export type ExportReply = v.InferOutput<typeof ExportReply>;

/** How long the address of an exported file is valid. */
export const EXPORT_ADDRESS_MS = 10 * 60 * 1_000;
/** The most that a course file may have, as an export and as an import. */
export const COURSE_FILE_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** The type under which a course file is sent. */
export const COURSE_FILE_TYPE = 'application/vnd.carrel+zip';
