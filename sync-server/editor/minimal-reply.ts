import * as v from 'valibot';
import { partKindNames } from '#schema/sync/row-kinds.ts';

const MEMBERS = [...partKindNames, 'current' as const];
const Row = v.looseObject({ content: v.optional(v.unknown()) });
const Reply = v.looseObject(v.entriesFromList(MEMBERS, v.optional(Row)));
const Sent = v.object({ content: v.optional(v.unknown()) });

/** The rows inside a course or module, and numbers that the edit does not change. */
const CHILDREN = ['modules', 'lessons', 'activationCodes', 'codeStats', 'enrollmentCount'] as const;

/**
 * Returns a reply as its receipt stores it: without HTML, which would be stored for each save of a lesson, and
 * which a repeat gets from its own body or from the lesson (complete-reply.ts).
 */
export function withoutHtml(reply: object): object {
  const parsed = v.parse(Reply, reply);
  const trimmed: Record<string, unknown> = { ...parsed };
  for (const name of MEMBERS) {
    const row = parsed[name];
    if (row === undefined) continue;
    const { content: _, ...rest } = row;
    trimmed[name] = rest;
  }
  return trimmed;
}

/**
 * Returns the minimal form of a reply (`Prefer: return=minimal`): a row's own fields. HTML is returned where the
 * server stored another text than the one in the request's `body`, and as part of the current row of a 412.
 */
export function toMinimal(reply: unknown, body: unknown): object {
  const parsed = v.parse(Reply, reply);
  const sent = v.safeParse(Sent, body);
  const sentContent = sent.success ? sent.output.content : undefined;
  const minimal: Record<string, unknown> = { ...parsed };
  for (const name of MEMBERS) {
    const row = parsed[name];
    if (row === undefined) continue;
    const own: Record<string, unknown> = { ...row };
    for (const child of CHILDREN) delete own[child];
    const isKnown = name !== 'current' && (sentContent === undefined || sentContent === row.content);
    if (isKnown) delete own.content;
    minimal[name] = own;
  }
  return minimal;
}
