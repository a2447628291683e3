import { siteNameOf } from '#schema/site/site.ts';
import { findCourseTitle } from '../courses/course-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findUser } from '../sessions/user-queries.ts';
import { readSite } from '../site/site-queries.ts';
import { composeMail, type MailContent, type MailPart, oneLine } from './mail-content.ts';

type Needs = Pick<Deps, 'config' | 'mails'>;

/**
 * Mails that are a courtesy: without a mail server nobody would receive them, so none is written. They are written in the
 * transaction of what they report. Call `scheduleDrain` after its commit.
 */
const isMailSent = ({ config }: Needs): boolean => config.smtpUrl !== undefined;

interface NewAccount {
  readonly email: string;
  readonly createdAt: string;
}

/** To a new user. Anyone can enter any address, so it says nothing that was entered with it, such as a name. */
export async function enqueueWelcome(trx: Trx, deps: Needs, { email, createdAt }: NewAccount): Promise<void> {
  if (!isMailSent(deps)) return;
  const content = welcomeMail(siteNameOf(await readSite(trx)), deps.config.publicUrl);
  await deps.mails.enqueue(trx, { kind: 'welcome', recipient: email, content, createdAt });
}

interface Unlocked {
  readonly userId: string;
  readonly courseId: string;
  readonly at: string;
}

/** To a learner who has unlocked a course, or got it from an admin. Contains no code. */
export async function enqueueUnlocked(
  trx: Trx,
  deps: Needs,
  { userId, courseId, at }: Unlocked,
): Promise<void> {
  if (!isMailSent(deps)) return;
  const [user, title] = [await findUser(trx, userId), await findCourseTitle(trx, courseId)];
  if (user === undefined || title === undefined) return;
  const { publicUrl } = deps.config;
  const content = unlockedMail({ title, courseId, publicUrl });
  await deps.mails.enqueue(trx, { kind: 'courseUnlocked', recipient: user.email, content, createdAt: at });
}

function welcomeMail(school: string, publicUrl: string | undefined): MailContent {
  const name = oneLine(school);
  return composeMail({
    subject: `Welcome to ${name}`,
    parts: [
      `Welcome to ${name}. Your account is ready: sign in with this email address and the password that you chose.`,
      'To begin, enter the activation code that came with your purchase. The course is then on your device and works without a network.',
      ...linkTo(publicUrl, '/activate', 'Enter your code'),
      'If you did not sign up, somebody entered your email address by mistake. You need not do anything.',
    ],
  });
}

interface UnlockedMail {
  readonly title: string;
  readonly courseId: string;
  readonly publicUrl: string | undefined;
}

function unlockedMail({ title, courseId, publicUrl }: UnlockedMail): MailContent {
  const course = oneLine(title);
  return composeMail({
    subject: `“${course}” is unlocked`,
    parts: [
      `The course “${course}” is unlocked for you. You have it on each device on which you sign in.`,
      ...linkTo(publicUrl, `/courses/${encodeURIComponent(courseId)}/learn`, 'Open the course'),
      'Open it once while you are connected: afterwards its lessons work without a network.',
    ],
  });
}

/** Without the public address, the reader knows where it was. */
const linkTo = (publicUrl: string | undefined, path: string, label: string): MailPart[] =>
  publicUrl === undefined ? [] : [{ link: `${publicUrl}${path}`, label }];
