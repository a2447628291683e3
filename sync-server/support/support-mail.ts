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

/**
 * Tells the address of a request that it arrived. Anybody can enter any address, so nothing that the sender typed is in
 * it.
 */
export function receivedMail({ subject }: Pick<SupportRequestRow, 'subject'>): MailContent {
  return composeMail({
    subject: 'We received your request',
    parts: [
      `We received your request to support (${subjectLabels[subject]}). You will get a reply within 24 hours.`,
      'If you did not contact us, ignore this email: somebody entered your address by mistake.',
    ],
  });
}
