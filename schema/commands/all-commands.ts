import * as v from 'valibot';
import type { FieldValues } from '../editor/merge.ts';
import type { Entity } from '../entities/entity.ts';
import { activateCourse } from './activate-course.ts';
import {
  createCodeBatch,
  setAccessRevoked,
  setBatchRevoked,
  setCodeRevoked,
  updateCodeBatch,
} from './code-batch-commands.ts';
import {
  attachThumbnail,
  createCourse,
  deleteCourse,
  duplicateCourse,
  importCourse,
  setCourseStatus,
  updateCourse,
} from './course-commands.ts';
import type {
  AfterRestore,
  CommandDefinition,
  CommandRequest,
  CommandScreen,
  DraftForm,
  Effect,
  Envelope,
  RejectedText,
  Rewrite,
} from './define/define-command.ts';
import { giveAccess } from './give-access.ts';
import { countAttempt, regradeQuiz } from './grade-commands.ts';
import { attachVideo, createLesson, deleteLesson, setLessonVideo, updateLesson } from './lesson-commands.ts';
import { createModule, deleteModule, updateModule } from './module-commands.ts';
import {
  createQuestion,
  createQuiz,
  deleteQuestion,
  deleteQuiz,
  updateQuestion,
  updateQuiz,
} from './quiz-commands.ts';
import { redeemCode } from './redeem-code.ts';
import { requestSupport } from './request-support.ts';
import {
  attachResource,
  createResource,
  deleteResource,
  replaceFile,
  updateResource,
} from './resource-commands.ts';
import { saveAttempt } from './save-attempt.ts';
import { saveProgress } from './save-progress.ts';
import { setRole } from './set-role.ts';
import { setSupportDone } from './set-support-done.ts';
import { storeRejectedText } from './store-rejected-text.ts';
import { purgeCourse, restoreCourse } from './trash-commands.ts';
import { updateProfile } from './update-profile.ts';
import { updateSite } from './update-site.ts';
import { uploadCodes } from './upload-codes.ts';

/** The queued edits by kind. A new command is a module of this folder and a line here. */
const definitions = {
  'course.activate': activateCourse,
  'code.redeem': redeemCode,
  'progress.save': saveProgress,
  'profile.update': updateProfile,
  'support.request': requestSupport,
  'user.setRole': setRole,
  'course.create': createCourse,
  'course.duplicate': duplicateCourse,
  'course.import': importCourse,
  'course.update': updateCourse,
  'course.setStatus': setCourseStatus,
  'course.delete': deleteCourse,
  'course.attachThumbnail': attachThumbnail,
  'codes.upload': uploadCodes,
  'module.create': createModule,
  'module.update': updateModule,
  'module.delete': deleteModule,
  'lesson.create': createLesson,
  'lesson.update': updateLesson,
  'lesson.delete': deleteLesson,
  'lesson.setVideo': setLessonVideo,
  'lesson.attachVideo': attachVideo,
  'resource.create': createResource,
  'resource.attach': attachResource,
  'resource.replaceFile': replaceFile,
  'resource.update': updateResource,
  'resource.delete': deleteResource,
  'history.keepAside': storeRejectedText,
  'codeBatch.create': createCodeBatch,
  'codeBatch.update': updateCodeBatch,
  'codeBatch.setRevoked': setBatchRevoked,
  'code.setRevoked': setCodeRevoked,
  'access.setRevoked': setAccessRevoked,
  'course.restore': restoreCourse,
  'course.purge': purgeCourse,
  'access.give': giveAccess,
  'support.setDone': setSupportDone,
  'site.update': updateSite,
  'quiz.create': createQuiz,
  'quiz.update': updateQuiz,
  'quiz.delete': deleteQuiz,
  'question.create': createQuestion,
  'question.update': updateQuestion,
  'question.delete': deleteQuestion,
  'attempt.save': saveAttempt,
  'attempt.count': countAttempt,
  'quiz.regrade': regradeQuiz,
} as const;

type ArgsByKind = { [K in keyof typeof definitions]: v.InferOutput<(typeof definitions)[K]['args']> };
export type CommandKind = keyof ArgsByKind;
export type CommandOf<K extends CommandKind> = { [P in K]: Envelope & { kind: P; args: ArgsByKind[P] } }[K];
/** A command without its envelope. */
export type CommandBodyOf<K extends CommandKind> = { [P in K]: { kind: P; args: ArgsByKind[P] } }[K];
export type CommandBody = CommandBodyOf<CommandKind>;

/** A definition under another command's kind does not compile. */
const byKind: { readonly [K in CommandKind]: CommandDefinition<K, ArgsByKind[K]> } = definitions;

export const Command = v.variant(
  'kind',
  Object.values(definitions).map(({ schema }) => schema),
);
export type Command = v.InferOutput<typeof Command>;

/** The request that a command replays to. */
export function commandRequest<K extends CommandKind>(command: CommandOf<K>): CommandRequest {
  return byKind[command.kind].request(command);
}

/** The effect of a command as a user-facing sentence. Never shows an activation code. */
export function describeCommand<K extends CommandKind>({ kind, args }: CommandBodyOf<K>): string {
  return byKind[kind].sentence(args);
}

/** The user-facing text when the server fails on a command without its own text. */
export function failureOf(kind: CommandKind): string {
  return byKind[kind].failure;
}

/** The user-facing text when the server refuses a command without its own text. */
export function refusalOf(kind: CommandKind, status: number): string {
  return byKind[kind].refusals[status] ?? failureOf(kind);
}

export function recordOf<K extends CommandKind>(command: CommandOf<K>): string {
  return byKind[command.kind].record(command);
}

export function rowsAround<K extends CommandKind>(body: CommandBodyOf<K>): readonly string[] {
  return byKind[body.kind].rows(body.args);
}

export function affectsSubtree<K extends CommandKind>(body: CommandBodyOf<K>): boolean {
  return byKind[body.kind].affectsSubtree(body.args);
}

/** The screen on which a command is made. */
export function screenOf<K extends CommandKind>(body: CommandBodyOf<K>): CommandScreen {
  return byKind[body.kind].screen(body.args);
}

/** The draft that a refused command becomes again; null if it was not saved from a draft. */
export function draftFormOf(kind: CommandKind): DraftForm | null {
  return byKind[kind].draft;
}

export function effectOf(kind: CommandKind): Effect {
  return byKind[kind].effect;
}

export function entityOf(kind: CommandKind): Entity | null {
  return byKind[kind].entity;
}

export function holdsWhenRefused(kind: CommandKind): boolean {
  return byKind[kind].holdsWhenRefused;
}

export function afterRestoreOf<K extends CommandKind>(body: CommandBodyOf<K>): AfterRestore {
  return byKind[body.kind].afterRestore(body.args);
}

/** The version that a command was made on; null for one sent without a version. */
export function seenVersionOf<K extends CommandKind>(body: CommandBodyOf<K>): number | null {
  return byKind[body.kind].seen?.of(body.args) ?? null;
}

/** Returns the command based on another version of its row. */
export function onVersion<K extends CommandKind>(command: CommandOf<K>, version: number): CommandOf<K> {
  const { seen } = byKind[command.kind];
  return seen === null ? command : { ...command, args: seen.at(command.args, version) };
}

/** The fields that an edit changes, by name; null for a command that does not edit fields. */
export function changesOf<K extends CommandKind>(body: CommandBodyOf<K>): FieldValues | null {
  return byKind[body.kind].edit?.changes(body.args) ?? null;
}

/** The values that an edit saw of the fields that it changes. */
export function baseOf<K extends CommandKind>(body: CommandBodyOf<K>): FieldValues | null {
  return byKind[body.kind].edit?.base(body.args) ?? null;
}

/** Returns an edit with other values, based on another version of its row. */
export function rewriteEdit<K extends CommandKind, Body extends CommandBodyOf<K>>(
  body: Body & CommandBodyOf<K>,
  edit: Rewrite,
): Body {
  const definition = byKind[body.kind].edit;
  return definition === null ? body : { ...body, args: definition.rewrite(body.args, edit) };
}

/** A create coalesced with an edit of its unsent row; null for a command that does not create such a row. */
export function coalesceEdit<K extends CommandKind>(
  command: CommandOf<K>,
  changes: FieldValues,
): { readonly command: CommandOf<K>; readonly rest: Rewrite | null } | null {
  const coalesced = byKind[command.kind].coalesceEdit?.(command.args, changes) ?? null;
  return coalesced && { command: { ...command, args: coalesced.args }, rest: coalesced.rest };
}

/** Whether the history stores texts of a command that is discarded in a conflict. */
export function hasRejectedText(kind: CommandKind): boolean {
  return byKind[kind].rejectedText !== null;
}

/** The texts that the history stores when the command is discarded in a conflict; null without texts. */
export function rejectedTextOf<K extends CommandKind>({ kind, args }: CommandBodyOf<K>): RejectedText | null {
  return byKind[kind].rejectedText?.(args) ?? null;
}

/** A command as it is stored once it is acknowledged; `output` is the server's reply. */
export function afterAck<K extends CommandKind>(command: CommandOf<K>, output: unknown): CommandOf<K> {
  const { offeredFor: _, ...acknowledged } = command;
  return { ...acknowledged, args: byKind[command.kind].afterAck(command.args, output) };
}
