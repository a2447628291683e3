import { joinWords, nameField } from './editor-sentences.ts';
import type { Revision } from './history.ts';

type Told = Pick<Revision, 'kind' | 'entity' | 'title' | 'before' | 'after'>;

/** What was done, to go on after a name: `renamed lesson “Ebb” to “Low water”`. Never shows a code. */
export function describeRevision(revision: Told): string {
  const { kind, entity, title, after } = revision;
  if (entity === 'user') return describeRole(title, after);
  if (entity === 'codes') return describeCodes(title, after);
  const row = `${entity} “${title}”`;
  switch (kind) {
    case 'create':
      return `added ${row}`;
    case 'delete':
      return `deleted ${row}`;
    case 'aside':
      if (entity === 'resource') return `set ${row} aside: ${after.url ?? ''}`;
      return `set words aside for ${row}: ${namesOf(after)}`;
    case 'update':
      return describeUpdate(revision);
  }
}

function describeUpdate({ entity, title, before, after }: Told): string {
  const [field, ...more] = Object.keys(after);
  const row = `${entity} “${title}”`;
  // Whoever looks after the server may have dropped old texts.
  if (field === undefined) return `changed ${row}`;
  if (more.length > 0) return `changed ${namesOf(after)} of ${row}`;
  if (field === 'title') return `renamed ${entity} “${before.title ?? ''}” to “${after.title ?? ''}”`;
  if (field === 'position') return `moved ${row}`;
  if (field === 'status') return after.status === 'published' ? `published ${row}` : `unpublished ${row}`;
  return `changed ${namesOf(after)} of ${row}`;
}

function describeCodes(courseTitle: string, { added }: Revision['after']): string {
  return `added ${added === 1 ? '1 activation code' : `${added} activation codes`} to course “${courseTitle}”`;
}

function describeRole(name: string, { role }: Revision['after']): string {
  return role === 'admin' ? `made ${name} an admin` : `took the role of an admin from ${name}`;
}

function namesOf(fields: Revision['after']): string {
  return joinWords(Object.keys(fields).map((field) => `the ${nameField(field)}`));
}
