import type { EndpointName } from '#schema/endpoints.ts';
import { PASSWORD } from './people.ts';

const course = { title: 'Knots', description: 'Ten that hold', instructor: 'Ines Holm' };
const at = '2026-11-21T08:00:00.000Z';

/** A body for each call that is right in form; null for calls without one or with a file. */
export const validInputs: Readonly<Record<EndpointName, object | null>> = {
  me: null,
  login: { email: 'bob@example.org', password: PASSWORD },
  adminLogin: { email: 'admin@example.org', password: PASSWORD },
  register: { name: 'Dora Ashdown', email: 'dora@example.org', password: 'a desk by the window' },
  forgotPassword: { email: 'bob@example.org' },
  verifyOtp: { email: 'bob@example.org', otp: '123456' },
  resetPassword: { resetToken: 'unknown', newPassword: 'a desk by the window' },
  updateProfile: { name: 'Another Name' },
  changePassword: { currentPassword: PASSWORD, newPassword: 'a desk by the window' },
  requestSupport: { name: 'Bob', email: 'bob@example.org', subject: 'access', message: 'Help' },
  listCourses: null,
  getCourse: null,
  getCourseContent: null,
  activateCourse: { activationCode: 'TIDES-CODE-2' },
  getProgress: null,
  saveProgress: { entries: [{ lessonId: 'tides-lesson-1', positionSeconds: 4, updatedAt: at }] },
  createCourse: course,
  updateCourse: course,
  deleteCourse: null,
  uploadThumbnail: null,
  uploadCodes: { codes: ['FRESH-1', 'FRESH-2'] },
  createModule: { title: 'Slack' },
  updateModule: { title: 'Slack' },
  deleteModule: null,
  createLesson: { title: 'Turning', content: '<p>Turn</p>' },
  updateLesson: { title: 'Turning', content: '<p>Turn</p>' },
  deleteLesson: null,
  setVideoUrl: { videoUrl: 'https://films.example.org/1.mp4' },
  uploadVideo: null,
  createResource: { title: 'Almanac', type: 'pdf', url: 'https://tides.example.org/a.pdf' },
  deleteResource: null,
  getStats: null,
  listAdminCourses: null,
  getAdminCourse: null,
  listUsers: null,
  setRole: { role: 'user' },
  listSupportRequests: null,
  batch: { requests: [{ id: 'one', method: 'GET', path: '/api/courses' }] },
  pull: null,
  events: null,
};
