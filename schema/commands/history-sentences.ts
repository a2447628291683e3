import type { Revision } from '../editor/history.ts';
import { nameField } from '../entities/field-rules.ts';
import { countOf } from '../messages/count.ts';
import { nameSiteFields } from '../site/site-labels.ts';
import { joinPhrases } from './define/describe-field-edit.ts';

type DescribedRevision = Pick<Revision, 'kind' | 'entity' | 'title' | 'before' | 'after'>;

/** The action, as a phrase that follows a name: `renamed lesson “Ebb” to “Low water”`. Never shows a code. */
export function describeRevision(revision: DescribedRevision): string {
  const { kind, entity, title, after } = revision;
  if (entity === 'user') return describeUser(title, after);
  if (entity === 'site') return `changed ${joinPhrases(nameSiteFields(after))} of the site`;
  if (entity === 'codes') return describeCodes(revision);
  if (entity === 'support') return describeSupport(after);
  if (after.trash === 'restored') return `restored course “${title}” from the trash`;
  if (after.regrade !== undefined) return describeRegrade(title, after.regrade);
  if (after.trash === 'purged') return `deleted course “${title}” for good`;
  const row = `${entity} “${title}”`;
  switch (kind) {
    case 'create':
      return `added ${row}`;
    case 'delete':
      return `deleted ${row}`;
    case 'aside':
      if (entity === 'resource') return `rejected ${row}: ${after.url ?? ''}`;
      return `stored rejected text of ${row}: ${namesOf(after)}`;
    case 'update':
      return describeUpdate(revision);
  }
}

const describeRegrade = (title: string, mode: unknown): string =>
  mode === 'raise'
    ? `graded “${title}” again, where that raised a score`
    : `graded “${title}” again, also where that lowered a score`;

/** Why the schedule did not publish a course: `schedule` of its revision. */
const scheduleFailures = new Map<unknown, string>([
  ['incomplete', 'lessons were missing'],
  ['template', 'it is a template'],
  ['missed', 'the time to unpublish it had come as well'],
]);

function describeUpdate({ entity, title, before, after: { by: _, schedule, ...fields } }: DescribedRevision) {
  const after = withoutRemovedTimes(fields);
  const [field, ...more] = Object.keys(after);
  const row = `${entity} “${title}”`;
  if (schedule !== undefined) return `did not publish ${row}: ${scheduleFailures.get(schedule) ?? schedule}`;
  // The operator may have deleted old texts.
  if (field === undefined) return `changed ${row}`;
  if (more.length > 0) return `changed ${namesOf(after)} of ${row}`;
  if (field === 'title') return `renamed ${entity} “${before.title ?? ''}” to “${after.title ?? ''}”`;
  if (field === 'position') return `moved ${row}`;
  if (entity === 'resource' && field === 'url') return `replaced the file of ${row}`;
  if (field === 'status') return after.status === 'published' ? `published ${row}` : `unpublished ${row}`;
  return `changed ${namesOf(after)} of ${row}`;
}

/** A course that is published or unpublished loses the time at which it should have been. */
function withoutRemovedTimes(after: Revision['after']): Revision['after'] {
  if (after.status === undefined) return after;
  const isRemoved = ([field, value]: [string, unknown]) =>
    (field === 'publishAt' || field === 'unpublishAt') && value === null;
  return Object.fromEntries(Object.entries(after).filter((entry) => !isRemoved(entry)));
}

function describeCodes({ title, before, after }: DescribedRevision): string {
  const { added, access, user, codeState, state, batch, ...fields } = after;
  const ofCourse = `of course “${title}”`;
  if (access === 'given') return `gave ${user} access to course “${title}”`;
  if (access === 'removed') return `removed the access of ${user} to course “${title}”`;
  if (access === 'restored') return `restored the access of ${user} to course “${title}”`;
  if (codeState !== undefined) return `${codeState} an activation code ${ofCourse}`;
  const codes = `codes “${batch ?? ''}” ${ofCourse}`;
  if (state !== undefined) return `${state} the ${codes}`;
  if (before.name !== undefined)
    return `changed ${namesOf(fields)} of the codes “${before.name}” ${ofCourse}`;
  if (added === undefined) return `changed ${namesOf(fields)} of the ${codes}`;
  const name = batch === undefined ? '' : ` “${batch}”`;
  return `added ${countOf(Number(added), 'activation code')}${name} to course “${title}”`;
}

function describeUser(name: string, after: Revision['after']): string {
  const { role, sessionsEnded, passwordReset, resetSent, secondFactor, passkey, attempt, quiz } = after;
  if (attempt === 'counted') return `counted an attempt of ${name} at “${quiz}”`;
  if (resetSent !== undefined) return `mailed ${name} a code for a new password`;
  if (passwordReset !== undefined) return `reset the password of ${name}`;
  if (secondFactor === 'off') return `turned two-step sign-in off for ${name}`;
  if (passkey === 'added') return `added a passkey to the account of ${name}`;
  if (passkey === 'removed') return `removed a passkey from the account of ${name}`;
  if (sessionsEnded !== undefined) return `signed ${name} out on ${countDevices(sessionsEnded)}`;
  if (role === 'admin') return `made ${name} an admin`;
  // Of a newer server.
  return role === undefined ? `changed the account of ${name}` : `removed ${name} as an admin`;
}

/** Never names the person: a request outlives their account in the history. */
const describeSupport = ({ done }: Revision['after']): string =>
  done === 'yes' ? 'marked a support request as done' : 'opened a support request again';

function countDevices(count: string | number | null): string {
  return count === 1 ? '1 device' : `${count ?? 0} devices`;
}

function namesOf(fields: Revision['after']): string {
  return joinPhrases(Object.keys(fields).map((field) => `the ${nameField(field)}`));
}
