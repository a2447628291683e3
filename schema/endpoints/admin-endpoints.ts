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
    summary: 'Totals, recent activations and activations per day',
    input: noInput,
    output: StatsReply,
  }),
  listAdminCourses: endpoint({
    method: 'GET',
    path: '/api/admin/courses',
    caller: 'admin',
    summary: 'Every course whole, with versions, positions and unused codes',
    input: noInput,
    output: v.object({ courses: v.array(AdminCourse) }),
  }),
  getAdminCourse: endpoint({
    method: 'GET',
    path: '/api/admin/courses/:courseId',
    caller: 'admin',
    summary: 'One course whole, with versions, positions and unused codes',
    input: noInput,
    output: v.object({ course: AdminCourse }),
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    caller: 'admin',
    summary: 'Everybody, in the order in which they joined',
    input: noInput,
    output: UsersReply,
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:userId/role',
    caller: 'admin',
    summary: 'Make somebody an admin or a learner; never oneself, never the last admin',
    input: RoleInput,
    output: UserReply,
    isCommand: true,
  }),
  listSupportRequests: endpoint({
    method: 'GET',
    path: '/api/admin/support',
    caller: 'admin',
    summary: 'Support requests, newest first',
    input: noInput,
    output: SupportRequestsReply,
  }),
} as const;
