import type { EndpointName } from './endpoints.ts';

/**
 * The caller. `learner` activated course `own`; `outsider` is signed in and activated nothing; `demoted`
 * holds a token from when they were an admin; `deleted` and `resetToken` hold tokens that open no session.
 */
export const callerKinds = [
  'anonymous',
  'learner',
  'outsider',
  'admin',
  'demoted',
  'deleted',
  'resetToken',
] as const;
export type CallerKind = (typeof callerKinds)[number];

/** The row named by the path's id: the caller's, another user's, none, or no id at all. */
export const targetKinds = ['own', 'other', 'absent', 'malformed'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** `ok` stands for any 2xx, and for the 4xx of a valid request that this caller is allowed to send. */
export type Expectation = 'ok' | 401 | 403 | 404;

type Row = Readonly<Record<TargetKind, Expectation>>;
export type PermissionRow = Readonly<Record<CallerKind, Row>>;

const every = (expectation: Expectation): Row => ({
  own: expectation,
  other: expectation,
  absent: expectation,
  malformed: expectation,
});
const existing: Row = { own: 'ok', other: 'ok', absent: 404, malformed: 404 };
const signedOut = { anonymous: every(401), deleted: every(401), resetToken: every(401) } as const;
const everybody = (row: Row): PermissionRow => ({
  anonymous: row,
  learner: row,
  outsider: row,
  admin: row,
  demoted: row,
  deleted: row,
  resetToken: row,
});
const signedIn = (row: Row): PermissionRow => ({
  ...signedOut,
  learner: row,
  outsider: row,
  admin: row,
  demoted: row,
});
const admins = (row: Row): PermissionRow => ({
  ...signedOut,
  learner: every(403),
  outsider: every(403),
  demoted: every(403),
  admin: row,
});
const self = signedIn({ own: 'ok', other: 403, absent: 403, malformed: 403 });

const courseMember: PermissionRow = {
  ...signedOut,
  learner: { own: 'ok', other: 403, absent: 404, malformed: 404 },
  outsider: { own: 403, other: 403, absent: 404, malformed: 404 },
  demoted: { own: 403, other: 403, absent: 404, malformed: 404 },
  admin: existing,
};

const publicCall = everybody(every('ok'));
/** Calls that only a page of this origin may send: any other request is refused, whatever its token. */
const pagesOnly = everybody(every(403));
const adminList = admins(every('ok'));
const adminRow = admins(existing);

/** One row per call; a call without a row does not compile. */
export const permissions: Readonly<Record<EndpointName, PermissionRow>> = {
  me: signedIn(every('ok')),
  login: publicCall,
  adminLogin: publicCall,
  register: publicCall,
  resumeSession: pagesOnly,
  endSession: pagesOnly,
  signOut: publicCall,
  listSessions: self,
  endOneSession: self,
  endOtherSessions: self,
  forgotPassword: publicCall,
  verifyOtp: publicCall,
  resetPassword: publicCall,
  updateProfile: self,
  changePassword: self,
  getPersonalData: self,
  deleteAccount: self,
  requestSupport: publicCall,
  getSecondFactor: signedIn(every('ok')),
  startSecondFactor: adminList,
  confirmSecondFactor: adminList,
  renewRecoveryCodes: signedIn(every('ok')),
  turnOffSecondFactor: signedIn(every('ok')),
  startPasskey: adminList,
  addPasskey: adminList,
  requestPasskey: signedIn(every('ok')),
  // No caller of the test has a passkey.
  renamePasskey: signedIn(every(404)),
  removePasskey: signedIn(every(404)),
  listCourses: publicCall,
  getCourse: everybody(existing),
  getCourseContent: courseMember,
  listSharedFiles: courseMember,
  activateCourse: signedIn(existing),
  redeemCode: signedIn(every('ok')),
  getProgress: signedIn(every('ok')),
  saveProgress: signedIn(every('ok')),
  saveAttempt: { ...signedIn(every('ok')), outsider: every(404), demoted: every(404) },
  // An attempt is found by its owner only, and no caller of the test has one.
  getReview: signedIn(every(404)),
  createCourse: adminList,
  updateCourse: adminRow,
  deleteCourse: adminRow,
  uploadThumbnail: adminRow,
  uploadCodes: adminRow,
  getSite: publicCall,
  updateSite: adminList,
  listCodeBatches: adminList,
  listBatchCodes: adminRow,
  createCodeBatch: adminList,
  updateCodeBatch: adminRow,
  setBatchRevoked: adminRow,
  setCodeRevoked: adminRow,
  // The second id is no user.
  giveAccess: admins(every(404)),
  // The user of the second id has not unlocked the course.
  setAccessRevoked: admins(every(404)),
  // Without a right signature, and without a key.
  receiveOrder: everybody(every(403)),
  createCodes: everybody(every(401)),
  listShops: adminList,
  createShop: adminList,
  setShopSecret: adminRow,
  deleteShop: adminRow,
  setShopProduct: adminRow,
  deleteShopProduct: adminRow,
  ignoreShopProduct: adminRow,
  stopIgnoringProduct: adminRow,
  listWaitingOrders: adminList,
  resolveOrder: adminRow,
  createApiKey: adminList,
  deleteApiKey: adminRow,
  listTrash: adminList,
  restoreCourse: adminRow,
  // No course of the test is in the trash.
  purgeCourse: admins(every(404)),
  createModule: adminRow,
  updateModule: adminRow,
  deleteModule: adminRow,
  createLesson: adminRow,
  updateLesson: adminRow,
  deleteLesson: adminRow,
  setVideoUrl: adminRow,
  uploadVideo: adminRow,
  attachVideo: adminRow,
  attachThumbnail: adminRow,
  attachResource: adminRow,
  replaceFile: adminRow,
  createResource: adminRow,
  restoreResource: adminRow,
  addCaptions: adminRow,
  updateResource: adminRow,
  deleteResource: adminRow,
  createQuiz: adminRow,
  updateQuiz: adminRow,
  deleteQuiz: adminRow,
  createQuestion: adminRow,
  updateQuestion: adminRow,
  deleteQuestion: adminRow,
  // The second id is no attempt.
  countAttempt: admins(every(404)),
  getRegrade: adminRow,
  regradeQuiz: adminRow,
  exportCourse: adminRow,
  duplicateCourse: adminRow,
  importCourse: adminList,
  getStats: adminList,
  getCourseReport: adminRow,
  getLearnersReport: adminList,
  getCodesReport: adminList,
  getCourseReportFile: adminRow,
  getAnswersFile: adminRow,
  getLearnersReportFile: adminList,
  getCodesReportFile: adminList,
  listAdminCourses: adminList,
  getAdminCourse: adminRow,
  listCourseNumbers: adminList,
  getCodesAndAddresses: adminRow,
  listUsers: adminList,
  getPerson: adminRow,
  sendReset: adminRow,
  setRole: adminRow,
  endUserSessions: adminRow,
  listSupportRequests: adminList,
  setSupportDone: adminRow,
  listLessonHistory: adminRow,
  getRevision: adminRow,
  listAudit: adminList,
  storeRejectedText: adminList,
  batch: signedIn(every('ok')),
  pull: signedIn(every('ok')),
  events: signedIn(every('ok')),
};
