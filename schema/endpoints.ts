import * as v from 'valibot';
import { ActivateInput, ActivateReply } from './activation.ts';
import { Course, CourseContent } from './course.ts';
import { ProgressInput, ProgressReply } from './progress.ts';
import { LoginInput, RegisterInput, SessionReply, User } from './user.ts';

/** Who may call: everybody, whoever is signed in, or those who activated the course (and admins). */
export type Caller = 'anyone' | 'signedIn' | 'courseMember';

export interface Endpoint<
  Input extends v.GenericSchema = v.GenericSchema,
  Output extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the origin; `:name` marks a parameter, always an id. */
  readonly path: `/api/${string}`;
  readonly caller: Caller;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** A command takes an Idempotency-Key and leaves a receipt (contract, section 1). */
  readonly isCommand: boolean;
}

function endpoint<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  definition: Omit<Endpoint<Input, Output>, 'isCommand'> & { isCommand?: boolean },
): Endpoint<Input, Output> {
  return { isCommand: false, ...definition };
}

const noInput = v.undefined();

/** The table of all calls: the server mounts from it, the app calls through it. */
export const endpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    caller: 'signedIn',
    summary: 'The signed-in user, with a fresh token when the old one is half spent',
    input: noInput,
    output: v.object({ user: User, token: v.optional(v.string()) }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    caller: 'anyone',
    summary: 'Sign in with email and password',
    input: LoginInput,
    output: SessionReply,
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/api/auth/admin/login',
    caller: 'anyone',
    summary: 'Sign in as an admin; a learner is answered like a wrong password',
    input: LoginInput,
    output: SessionReply,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    caller: 'anyone',
    summary: 'Create a learner account and sign in',
    input: RegisterInput,
    output: SessionReply,
  }),
  listCourses: endpoint({
    method: 'GET',
    path: '/api/courses',
    caller: 'anyone',
    summary: 'Every published course, with the outlines of its modules and lessons',
    input: noInput,
    output: v.object({ courses: v.array(Course) }),
  }),
  getCourse: endpoint({
    method: 'GET',
    path: '/api/courses/:courseId',
    caller: 'anyone',
    summary: 'One course in outline; unpublished ones only for their learners and admins',
    input: noInput,
    output: v.object({ course: Course }),
  }),
  getCourseContent: endpoint({
    method: 'GET',
    path: '/api/courses/:courseId/content',
    caller: 'courseMember',
    summary: 'One course with every lesson whole',
    input: noInput,
    output: v.object({ course: CourseContent }),
  }),
  activateCourse: endpoint({
    method: 'POST',
    path: '/api/courses/:courseId/activate',
    caller: 'signedIn',
    summary: 'Unlock a course with an activation code',
    input: ActivateInput,
    output: ActivateReply,
    isCommand: true,
  }),
  getProgress: endpoint({
    method: 'GET',
    path: '/api/progress',
    caller: 'signedIn',
    summary: 'Everything the caller did in every lesson',
    input: noInput,
    output: ProgressReply,
  }),
  saveProgress: endpoint({
    method: 'PUT',
    path: '/api/progress',
    caller: 'signedIn',
    summary: 'Completions and positions; the later word wins, field by field',
    input: ProgressInput,
    output: ProgressReply,
    isCommand: true,
  }),
} as const;

/** Fills `:name` parameters of a path, encoded. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
