import { codeLink } from '#schema/activation/code-link.ts';
import { countOf } from '#schema/messages/count.ts';
import { composeMail, type MailContent, oneLine } from '../mail/mail-content.ts';

interface SoldCodes {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly codes: readonly string[];
  /** The origin of this installation; undefined: the mail has no links. */
  readonly publicUrl: string | undefined;
}

/** The codes of a paid order, each with the link that fills it in. */
export function shopMail({ courseId, courseTitle, codes, publicUrl }: SoldCodes): MailContent {
  const title = oneLine(courseTitle);
  return composeMail({
    subject: `Your ${codes.length === 1 ? 'code' : 'codes'} for “${title}”`,
    parts: [
      `Thank you for your order. ${countOf(codes.length, 'code')} for “${title}”:`,
      ...codes.flatMap((code) => [
        { code },
        ...(publicUrl === undefined ? [] : [`Open the course: ${codeLink(publicUrl, courseId, code)}`]),
      ]),
      'Each code unlocks the course for one account. Keep this message: it is your proof of purchase.',
    ],
  });
}
