import type { SupportSubject } from '#schema/account/support.ts';
import type { SupportRequestRow } from '../db/tables.ts';
import { composeMail, type MailContent, oneLine } from '../mail/mail-content.ts';

const subjectLabels: Readonly<Record<SupportSubject, string>> = {
  access: 'Access',
  technical: 'Technical',
  billing: 'Billing',
  content: 'Content',
  other: 'Other',
};

/** A request as mailed to the support address; a reply to the message goes to the user who sent it. */
export function supportMail(request: SupportRequestRow): MailContent {
  const { id, name, email, subject, orderNumber, message, userId, createdAt } = request;
  const facts = [
    `From: ${oneLine(name)}, ${email}`,
    `About: ${subjectLabels[subject]}`,
    `Order number: ${orderNumber === null ? 'none given' : oneLine(orderNumber)}`,
    userId === null ? 'Sent without signing in: the email is not verified.' : `Signed in as: ${userId}`,
    `Received: ${createdAt}, request ${id}`,
  ];
  return composeMail({
    subject: `[Support: ${subjectLabels[subject]}] ${oneLine(name)}`,
    parts: ['New support request:', { quote: message }, ...facts, 'Reply within 24 hours.'],
    replyTo: { name: oneLine(name), address: email },
  });
}
