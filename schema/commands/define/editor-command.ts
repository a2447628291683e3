import * as v from 'valibot';
import type { FieldValues } from '#schema/editor/merge.ts';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { Id } from '#schema/id.ts';
import { type PartKind, partKindNames } from '#schema/sync/row-kinds.ts';
import { unlessDiscarded } from './after-restore.ts';
import type { CommandRequest, CommandScreen, DraftForm, FieldEdit } from './define-command.ts';

/** Ids of a row and of the rows around it, and the title that sentences show. */
export const inCourse = { courseId: Id };
export const ofCourse = { courseId: Id, courseTitle: v.string() };
export const ofModule = { ...inCourse, moduleId: Id, moduleTitle: v.string() };
export const ofLesson = { ...inCourse, moduleId: Id, lessonId: Id, lessonTitle: v.string() };
/** The version that the edit was made on. */
export const versionArgs = { version: v.number() };
/** A file whose bytes wait on the device or are uploaded in pieces; the command attaches it to its row. */
export const uploaded = { uploadId: Id, fileName: v.string(), sizeBytes: v.number() };

type RowIds = { readonly courseId: string } & { readonly [K in PartKind as `${K}Id`]?: string };

/** The rows around a command, from the course to the innermost one that it names. */
export const rowsOf = (ids: RowIds): string[] =>
  partKindNames.flatMap((kind) => {
    const id = ids[`${kind}Id`];
    return id === undefined ? [] : [`${kind}/${id}`];
  });

const innermostRow = (args: RowIds): string => rowsOf(args).at(-1) ?? '';

/** The editor, at the lesson or module of a command. */
export const inEditor = ({ courseId, moduleId, lessonId }: RowIds): CommandScreen => ({
  name: 'editor',
  courseId,
  recordId: lessonId ?? moduleId,
});

/** The members of a command that creates, edits or deletes a row of the editor. */
export const onRow = <Draft extends DraftForm | null>({ draft }: { readonly draft: Draft }) =>
  ({
    record: ({ args }: { readonly args: RowIds }) => innermostRow(args),
    rows: rowsOf,
    screen: inEditor,
    holdsWhenRefused: true,
    afterRestore: unlessDiscarded,
    draft,
  }) as const;

/**
 * The members of a command inside a row of the editor that neither waits for others there nor blocks them.
 */
export const besideRow = {
  record: ({ id }: { readonly id: string }) => `command/${id}`,
  rows: rowsOf,
  screen: inEditor,
  afterRestore: unlessDiscarded,
} as const;

/** `version`, as most commands name the version that they were made on. */
export const seenVersion = {
  of: (args: { readonly version: number }) => args.version,
  at: <Args extends { readonly version: number }>(args: Args, version: number): Args => ({
    ...args,
    version,
  }),
};

/** `courseVersion`, as commands on a course name the version that they were made on. */
export const seenCourseVersion = {
  of: (args: { readonly courseVersion: number }) => args.courseVersion,
  at: <Args extends { readonly courseVersion: number }>(args: Args, courseVersion: number): Args => ({
    ...args,
    courseVersion,
  }),
};

interface FieldEditArgs<Fields> {
  readonly version: number;
  readonly base: Fields;
  readonly changes: Fields;
}

/** An edit whose arguments are `{version, base, changes}`. */
export function fieldEdit<Fields extends FieldValues, Args extends FieldEditArgs<Fields>>(
  parse: (values: FieldValues) => Fields,
): FieldEdit<Args> {
  return {
    base: ({ base }) => base,
    changes: ({ changes }) => changes,
    rewrite: (args, { version, base, fields }) => ({
      ...args,
      version,
      base: parse(base),
      changes: parse(fields),
    }),
  };
}

interface Content {
  readonly body?: unknown;
  readonly version?: number;
}

/** A request to the endpoint; a version is sent as If-Match. */
export function requestTo(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  { body, version }: Content = {},
): CommandRequest {
  const headers = version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } };
  return { endpoint, path: fillPath(endpoint.path, params), body, ...headers };
}
