import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { Titles } from '#pwa/store/account/titles.ts';
import { isCreate, ownRow } from '#pwa/sync/commands/command-target.ts';
import { addDependency, noDependencies, waitsFor } from '#pwa/sync/replay/schedule/dependencies.ts';
import { affectsSubtree, type Command, recordOf, rowsAround } from '#schema/commands/all-commands.ts';

/** The group of an edit in the list. */
type Subject =
  | { readonly kind: 'course'; readonly courseId: string }
  | { readonly kind: 'learning' | 'you' | 'people' };

/** One edit, or all edits of one Save Course or of one import. */
export interface Block {
  readonly key: string;
  /** Whether it is an atomic group of several edits. */
  readonly isSave: boolean;
  /** The import that its edits belong to. */
  readonly importId: string | null;
  readonly rows: readonly OutboxRow[];
}

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

function subjectOf({ kind, args }: Command): Subject {
  if ('courseId' in args) return { kind: 'course', courseId: args.courseId };
  if (kind === 'progress.save') return { kind: 'learning' };
  return kind === 'user.setRole' ? { kind: 'people' } : { kind: 'you' };
}

const headings = { learning: 'Learning', you: 'You', people: 'People' } as const;

/** Groups unsent edits in the order of entry; groups with an edit that needs a decision come first. */
export function groupUnsent(unsent: readonly OutboxRow[], titles: Titles): Section[] {
  const bySubject = groupBy(unsent, ({ command }) => keyOf(subjectOf(command)));
  return [...bySubject]
    .map(([key, rows]) => ({ key, title: titleOf(rows, titles), blocks: listBlocks(rows) }))
    .toSorted((one, other) => Number(needsPerson(other)) - Number(needsPerson(one)));
}

function keyOf(subject: Subject): string {
  return subject.kind === 'course' ? `course/${subject.courseId}` : subject.kind;
}

function titleOf(rows: readonly OutboxRow[], { courses }: Titles): string {
  const [first] = rows;
  if (first === undefined) return '';
  const subject = subjectOf(first.command);
  if (subject.kind !== 'course') return headings[subject.kind];
  return courses.get(subject.courseId) ?? titleInCommands(rows) ?? 'A course';
}

/** The title of a course that is not created yet, or is not on this device, comes from its edits. */
function titleInCommands(rows: readonly OutboxRow[]): string | undefined {
  for (const { command } of rows) {
    const { kind, args } = command;
    if (kind === 'course.create' || kind === 'course.duplicate' || kind === 'course.import')
      return args.title;
    if ('courseTitle' in args) return args.courseTitle;
  }
  return undefined;
}

function listBlocks(rows: readonly OutboxRow[]): Block[] {
  const blocks = groupBy(rows, ({ id, groupId, importId }) => importId ?? groupId ?? id);
  return [...blocks]
    .map(([key, members]): Block => {
      const importId = members[0]?.importId ?? null;
      return { key, isSave: importId === null && members.length > 1, importId, rows: members };
    })
    .toSorted((one, other) => Number(isRefused(other)) - Number(isRefused(one)));
}

const isRefused = ({ rows }: Block): boolean => rows.some(({ state }) => state === 'refused');
const needsPerson = ({ blocks }: Section): boolean => blocks.some(isRefused);

/** For each edit that waits for others, the first of them. */
export function findBlockers(unsent: readonly OutboxRow[]): ReadonlyMap<string, OutboxRow> {
  const blockedBy = new Map<string, OutboxRow>();
  const earlier = new Map<string, OutboxRow[]>();
  for (const row of unsent) {
    const found = placesBefore(row).flatMap(
      (place) => earlier.get(place)?.find((other) => isInFront(other, row)) ?? [],
    );
    const [first] = found.toSorted((one, other) => one.order - other.order);
    if (first !== undefined) blockedBy.set(row.id, first);
    for (const place of placesOf(row)) addTo(earlier, place, row);
  }
  return blockedBy;
}

/** The keys under which an edit is indexed, so that not every edit is compared with every other. */
function placesOf({ command }: OutboxRow): string[] {
  const making = isCreate(command) ? [`making ${ownRow(command)}`] : [];
  return [`on ${recordOf(command)}`, ...making, ...rowsAround(command).map((row) => `in ${row}`)];
}

/** The keys of the edits that this one may have to wait for. */
function placesBefore({ command }: OutboxRow): string[] {
  const makings = rowsAround(command).map((row) => `making ${row}`);
  return [
    `on ${recordOf(command)}`,
    ...makings,
    ...(affectsSubtree(command) ? [`in ${ownRow(command)}`] : []),
  ];
}

function isInFront(other: OutboxRow, row: OutboxRow): boolean {
  if (other.groupId !== undefined && other.groupId === row.groupId) return false;
  if (other.restore === 'undecided') return false;
  const dependencies = noDependencies();
  addDependency(dependencies, other.command, other.state === 'refused');
  return waitsFor(row.command, dependencies);
}

function groupBy(
  rows: readonly OutboxRow[],
  keyOfRow: (row: OutboxRow) => string,
): ReadonlyMap<string, readonly OutboxRow[]> {
  const groups = new Map<string, OutboxRow[]>();
  for (const row of rows) addTo(groups, keyOfRow(row), row);
  return groups;
}

function addTo(groups: Map<string, OutboxRow[]>, key: string, row: OutboxRow): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [row]);
  else group.push(row);
}
