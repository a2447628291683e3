import * as v from 'valibot';
import { ActivateInput } from './activation.ts';
import {
  CourseDeleteArgs,
  CourseStatusArgs,
  describeCourseStatus,
  describeRole,
  ifMatch,
  RoleArgs,
} from './admin-commands.ts';
import type { CommandRequest } from './command-request.ts';
import * as edit from './editor-commands.ts';
import { editorRequest } from './editor-requests.ts';
import {
  describeCodesUpload,
  describeCourseUpdate,
  describeKeepAside,
  describeLessonUpdate,
  describeModuleUpdate,
  describeResourceCreate,
  describeThumbnailAttach,
  describeVideoAttach,
} from './editor-sentences.ts';
import { fillPath } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { Id, IdempotencyKey, Instant } from './id.ts';
import { ProfileInput } from './profile.ts';
import { ProgressInput } from './progress.ts';
import { SupportInput } from './support.ts';

/**
 * The queued edits. Each kind has arguments, the endpoint it replays to and a sentence for people.
 * A kind is never removed and its arguments only ever grow, so that an old device's queue stays readable.
 */
const ActivateArgs = v.object({ courseId: Id, courseTitle: v.string(), ...ActivateInput.entries });
const ProgressArgs = ProgressInput;
/** Only the fields that changed. */
const ProfileArgs = ProfileInput;
/** Without an id of its own: the command's id is the request's. */
const SupportArgs = v.omit(SupportInput, ['id']);

const envelope = {
  /** Also its Idempotency-Key. */
  id: IdempotencyKey,
  userId: Id,
  version: v.number(),
  createdAt: Instant,
};

/** The edits of the course editor. */
const editorCommands = [
  v.object({ ...envelope, kind: v.literal('course.create'), args: edit.CourseCreateArgs }),
  v.object({ ...envelope, kind: v.literal('course.update'), args: edit.CourseUpdateArgs }),
  v.object({ ...envelope, kind: v.literal('module.create'), args: edit.ModuleCreateArgs }),
  v.object({ ...envelope, kind: v.literal('module.update'), args: edit.ModuleUpdateArgs }),
  v.object({ ...envelope, kind: v.literal('module.delete'), args: edit.ModuleDeleteArgs }),
  v.object({ ...envelope, kind: v.literal('lesson.create'), args: edit.LessonCreateArgs }),
  v.object({ ...envelope, kind: v.literal('lesson.update'), args: edit.LessonUpdateArgs }),
  v.object({ ...envelope, kind: v.literal('lesson.delete'), args: edit.LessonDeleteArgs }),
  v.object({ ...envelope, kind: v.literal('lesson.setVideo'), args: edit.LessonVideoArgs }),
  v.object({ ...envelope, kind: v.literal('resource.create'), args: edit.ResourceCreateArgs }),
  v.object({ ...envelope, kind: v.literal('resource.delete'), args: edit.ResourceDeleteArgs }),
  v.object({ ...envelope, kind: v.literal('codes.upload'), args: edit.CodesUploadArgs }),
  v.object({ ...envelope, kind: v.literal('lesson.attachVideo'), args: edit.VideoAttachArgs }),
  v.object({ ...envelope, kind: v.literal('course.attachThumbnail'), args: edit.ThumbnailAttachArgs }),
  v.object({ ...envelope, kind: v.literal('history.keepAside'), args: edit.KeepAsideArgs }),
] as const;
const EditorCommand = v.variant('kind', [...editorCommands]);
export type EditorCommand = v.InferOutput<typeof EditorCommand>;

export const Command = v.variant('kind', [
  ...editorCommands,
  v.object({ ...envelope, kind: v.literal('course.activate'), args: ActivateArgs }),
  v.object({ ...envelope, kind: v.literal('progress.save'), args: ProgressArgs }),
  v.object({ ...envelope, kind: v.literal('profile.update'), args: ProfileArgs }),
  v.object({ ...envelope, kind: v.literal('support.request'), args: SupportArgs }),
  v.object({ ...envelope, kind: v.literal('course.setStatus'), args: CourseStatusArgs }),
  v.object({ ...envelope, kind: v.literal('course.delete'), args: CourseDeleteArgs }),
  v.object({ ...envelope, kind: v.literal('user.setRole'), args: RoleArgs }),
]);
export type Command = v.InferOutput<typeof Command>;
export type CommandKind = Command['kind'];

/** The request that a command replays to. */
export function commandRequest(command: Command): CommandRequest {
  switch (command.kind) {
    case 'course.activate': {
      const { courseId, activationCode } = command.args;
      const endpoint = endpoints.activateCourse;
      return { endpoint, path: fillPath(endpoint.path, { courseId }), body: { activationCode } };
    }
    case 'progress.save': {
      const endpoint = endpoints.saveProgress;
      return { endpoint, path: endpoint.path, body: command.args };
    }
    case 'profile.update': {
      const endpoint = endpoints.updateProfile;
      const path = fillPath(endpoint.path, { userId: command.userId });
      return { endpoint, path, body: command.args };
    }
    case 'support.request': {
      const endpoint = endpoints.requestSupport;
      // The server acknowledges a key only when it names the stored request.
      return { endpoint, path: endpoint.path, body: { ...command.args, id: command.id } };
    }
    case 'course.setStatus': {
      const { courseId, courseVersion, status } = command.args;
      const endpoint = endpoints.updateCourse;
      const path = fillPath(endpoint.path, { courseId });
      return { endpoint, path, body: { status }, headers: ifMatch(courseVersion) };
    }
    case 'course.delete': {
      const { courseId, courseVersion } = command.args;
      const endpoint = endpoints.deleteCourse;
      const path = fillPath(endpoint.path, { courseId });
      return { endpoint, path, body: undefined, headers: ifMatch(courseVersion) };
    }
    case 'user.setRole': {
      const { userId, role } = command.args;
      const endpoint = endpoints.setRole;
      return { endpoint, path: fillPath(endpoint.path, { userId }), body: { role } };
    }
    default:
      return editorRequest(command);
  }
}

/** What a command does, as a sentence that people read. Never shows an activation code. */
export function describeCommand(command: Command): string {
  switch (command.kind) {
    case 'course.activate':
      return `Unlock “${command.args.courseTitle}”`;
    case 'progress.save': {
      const count = command.args.entries.length;
      return count === 1 ? 'Save your progress in 1 lesson' : `Save your progress in ${count} lessons`;
    }
    case 'profile.update':
      return describeProfile(command.args);
    case 'support.request':
      return `Ask support: “${excerpt(command.args.message)}”`;
    case 'course.setStatus':
      return describeCourseStatus(command.args);
    case 'course.delete':
      return `Delete “${command.args.courseTitle}”`;
    case 'user.setRole':
      return describeRole(command.args);
    default:
      return describeEdit(command);
  }
}

function describeEdit(command: EditorCommand): string {
  switch (command.kind) {
    case 'course.create':
      return `Create course “${command.args.title}”`;
    case 'course.update':
      return describeCourseUpdate(command.args);
    case 'module.create':
      return `Add module “${command.args.title}”`;
    case 'module.update':
      return describeModuleUpdate(command.args);
    case 'module.delete':
      return `Delete module “${command.args.moduleTitle}”`;
    case 'lesson.create':
      return `Add lesson “${command.args.title}”`;
    case 'lesson.update':
      return describeLessonUpdate(command.args);
    case 'lesson.delete':
      return `Delete lesson “${command.args.lessonTitle}”`;
    case 'lesson.setVideo':
      return `Change the video of lesson “${command.args.lessonTitle}”`;
    case 'resource.create':
      return describeResourceCreate(command.args);
    case 'resource.delete':
      return `Delete resource “${command.args.resourceTitle}” of lesson “${command.args.lessonTitle}”`;
    case 'codes.upload':
      return describeCodesUpload(command.args);
    case 'lesson.attachVideo':
      return describeVideoAttach(command.args);
    case 'course.attachThumbnail':
      return describeThumbnailAttach(command.args);
    case 'history.keepAside':
      return describeKeepAside(command.args);
  }
}

function describeProfile({ name, avatar }: ProfileInput): string {
  const picture = avatar === null ? 'take away your picture' : 'change your picture';
  if (name === undefined) return capitalize(picture);
  return `Change your name to “${name}”${avatar === undefined ? '' : ` and ${picture}`}`;
}

const EXCERPT_MAX_CHARACTERS = 60;

function excerpt(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= EXCERPT_MAX_CHARACTERS) return characters.join('');
  return `${characters.slice(0, EXCERPT_MAX_CHARACTERS).join('').trimEnd()}…`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
