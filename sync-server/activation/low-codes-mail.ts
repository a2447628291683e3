import { countOf } from '#schema/messages/count.ts';
import { composeMail, type MailContent, oneLine } from '../mail/mail-content.ts';

interface LowCodes {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly unused: number;
  readonly publicUrl: string | undefined;
}

/** Tells an admin that few codes of a course are left. Contains no code. */
export function lowCodesMail({ courseId, courseTitle, unused, publicUrl }: LowCodes): MailContent {
  const title = oneLine(courseTitle);
  const page = `/admin/codes?course=${encodeURIComponent(courseId)}`;
  const where = publicUrl === undefined ? 'Open “Codes” in the admin pages' : `Open ${publicUrl}${page}`;
  return composeMail({
    subject: `Few activation codes left for “${title}”`,
    parts: [
      `${countOf(unused, 'unused activation code')} of the course “${title}” ${unused === 1 ? 'is' : 'are'} left.`,
      `${where} to generate more. You get the next message when the number has been higher and falls again.`,
    ],
  });
}
