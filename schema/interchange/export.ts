import * as v from 'valibot';

/**
 * The formats in which a course can be exported: its course file, which Carrel imports; a book in EPUB 3; a site without
 * scripts in a zip, which browsers open from a disk; a Common Cartridge 1.3 for other learning systems, and a 1.1 for
 * those that read no newer one.
 */
export const ExportFormat = v.picklist(['carrel', 'epub', 'site', 'cartridge', 'cartridge-1.1']);
export type ExportFormat = v.InferOutput<typeof ExportFormat>;
export const ExportInput = v.object({ format: ExportFormat });

/**
 * `url` is a path of this server that is valid for ten minutes. `digest` names the content of the course, the same in
 * every format: SHA-256 in hex.
 */
export const ExportReply = v.object({ url: v.string(), sizeBytes: v.number(), digest: v.string() });
export type ExportReply = v.InferOutput<typeof ExportReply>;

/** How long the address of an exported file is valid. */
export const EXPORT_ADDRESS_MS = 10 * 60 * 1_000;
/** The most that an exported file may have, and a course file as an import. */
export const COURSE_FILE_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** How a file of each format is sent and named. */
export const exportFiles: Readonly<
  Record<ExportFormat, { readonly type: string; readonly extension: string }>
> = {
  carrel: { type: 'application/vnd.carrel+zip', extension: 'carrel' },
  epub: { type: 'application/epub+zip', extension: 'epub' },
  site: { type: 'application/zip', extension: 'zip' },
  cartridge: { type: 'application/vnd.ims.imsccv1p3', extension: 'imscc' },
  'cartridge-1.1': { type: 'application/vnd.ims.imsccv1p1', extension: 'imscc' },
};
