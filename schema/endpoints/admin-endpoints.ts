import * as v from 'valibot';
import { RoleInput, UserReply, UsersReply } from '../account/profile.ts';
import { SupportRequestsReply } from '../account/support.ts';
import { AdminCourse } from '../editor/editor.ts';
import { StatsReply } from '../stats.ts';
import { endpoint, noInput } from './endpoint.ts';

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
    summary: 'List all courses in full, with versions, positions and unused codes',
    input: noInput,
    output: v.object({ courses: v.array(AdminCourse) }),
  }),
  getAdminCourse: endpoint({
    method: 'GET',
    path: '/api/admin/courses/:courseId',
    caller: 'admin',
    summary: 'Return one course in full, with versions, positions and unused codes',
    input: noInput,
    output: v.object({ course: AdminCourse }),
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    caller: 'admin',
    summary: 'List all users, in order of registration',
    input: noInput,
    output: UsersReply,
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
    summary: 'List support requests, newest first',
    input: noInput,
    output: SupportRequestsReply,
  }),
} as const;
