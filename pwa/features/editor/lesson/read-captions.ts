import { resourceEntity } from '#schema/entities/resource-entity.ts';
import { CAPTIONS_MAX_CHARACTERS } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

const UTF8_BYTES_MAX = 4;

/**
 * Reads a WebVTT file; its name becomes the title that learners choose. Its format is validated where the
 * edit is queued.
 *
 * @throws {Error} with a user-facing message
 */
export async function readCaptions(file: File): Promise<{ title: string; captions: string }> {
  if (file.size > CAPTIONS_MAX_CHARACTERS * UTF8_BYTES_MAX)
    throw new UserFacingError(adminMessages.captionsTooLong);
  const captions = await file.text().catch(() => {
    throw new UserFacingError(adminMessages.fileUnreadable);
  });
  const title = file.name.replace(/\.vtt$/i, '').trim() || 'Captions';
  return { title: title.slice(0, resourceEntity.fieldRules.title.max), captions };
}
