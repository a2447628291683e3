import * as v from 'valibot';
import { PersonReply, SendResetReply } from '../account/person.ts';
import { RoleInput, UserReply, UsersReply } from '../account/profile.ts';
import { SupportDoneInput, SupportRequestsReply } from '../account/support.ts';
import { CodesAndAddresses, CourseNumbersReply } from '../editor/course-numbers.ts';
import { AdminCourse } from '../editor/editor.ts';
import { ADMIN_COURSES_PAGE, ADMIN_USERS_PAGE } from '../limits.ts';
import { StatsReply } from '../stats.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The `after` of the next page; null on the last page, absent in a whole list. */
const Next = v.optional(v.nullable(v.string()));

const page = (most: number, note: string) => ({
  limit: `Return a page of at most so many items: 1 to ${most}. ${note} Without it the whole list is returned.`,
  after: '`next` of the page before; without it the first page is returned.',
});

/** The admin screens' reads, and role changes. */
export const adminEndpoints = {
  getStats: endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    caller: 'admin',
    summary: 'Return totals, recent activations and activations per day',
    input: noInput,
    output: StatsReply,
  }),
  listAdminCourses: endpoint({
    method: 'GET',
    path: '/api/admin/courses',
    caller: 'admin',
    summary: 'List all courses in full, with versions, positions and unused codes; or a page of them',
    query: page(ADMIN_COURSES_PAGE, 'A page has at most 20 unused codes of each course.'),
    input: noInput,
    output: v.object({ courses: v.array(AdminCourse), next: Next }),
  }),
  getAdminCourse: endpoint({
    method: 'GET',
    path: '/api/admin/courses/:courseId',
    caller: 'admin',
    summary: 'Return one course in full, with versions, positions and unused codes',
    input: noInput,
    output: v.object({ course: AdminCourse }),
  }),
  listCourseNumbers: endpoint({
    method: 'GET',
    path: '/api/admin/course-numbers',
    caller: 'admin',
    summary: 'Return the numbers of learners and codes of each course',
    input: noInput,
    output: CourseNumbersReply,
  }),
  getCodesAndAddresses: endpoint({
    method: 'GET',
    path: '/api/admin/courses/:courseId/codes-and-addresses',
    caller: 'admin',
    summary:
      'Return the numbers of a course, its first twenty unused codes, and the present addresses of its files',
    input: noInput,
    output: CodesAndAddresses,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    caller: 'admin',
    summary: 'List all users, in order of registration; or a page of them',
    query: page(ADMIN_USERS_PAGE, 'A page has addresses of pictures instead of the pictures.'),
    input: noInput,
    output: v.object({ ...UsersReply.entries, next: Next }),
  }),
  getPerson: endpoint({
    method: 'GET',
    path: '/api/admin/users/:userId',
    caller: 'admin',
    summary: 'Return a user with courses and progress, used codes, devices and support requests',
    input: noInput,
    output: PersonReply,
  }),
  sendReset: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/reset-password',
    caller: 'admin',
    summary: 'Mail a user a code for a new password, as if they had requested it',
    input: noInput,
    output: SendResetReply,
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:userId/role',
    caller: 'admin',
    summary: 'Change the role of a user; not the own role, and not of the last admin',
    input: RoleInput,
    output: UserReply,
    isCommand: true,
  }),
  listSupportRequests: endpoint({
    method: 'GET',
    path: '/api/admin/support',
    caller: 'admin',
    summary: 'List open and done support requests, newest first',
    input: noInput,
    output: SupportRequestsReply,
  }),
  setSupportDone: endpoint({
    method: 'PUT',
    path: '/api/admin/support/:requestId/done',
    caller: 'admin',
    summary: 'Mark a support request as done, or as open again',
    input: SupportDoneInput,
    output: Success,
    isCommand: true,
  }),
} as const;
