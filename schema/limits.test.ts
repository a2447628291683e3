import { expect, it } from 'vitest';
import { SupportSubject } from './account/support.ts';
import { Role } from './account/user.ts';
import { CourseStatus } from './courses/course.ts';
import { LessonType } from './courses/lesson-type.ts';
import { ResourceType } from './courses/resource.ts';
import * as limits from './limits.ts';
import { TOKEN_STORAGE_KEY } from './protocol.ts';

it('has the numbers of the specification', () => {
  expect(limits).toMatchObject({
    REQUEST_TIMEOUT_MS: 30_000,
    PASSWORD_MIN_CHARACTERS: 8,
    RESET_CODE_LIFETIME_SECONDS: 900,
    ACTIVATION_REDIRECT_MS: 3_000,
    ACTIVATION_RELOAD_MS: 100,
    RESET_REDIRECT_MS: 3_000,
    AVATAR_FILE_MAX_BYTES: 10 * 1024 * 1024,
    AVATAR_LONGEST_SIDE_PX: 400,
    AVATAR_JPEG_QUALITY: 0.7,
    CODE_FILE_MAX_BYTES: 10 * 1024 * 1024,
    VIDEO_MAX_BYTES: 45 * 1024 * 1024,
    RECOMMENDED_COURSES_MAX: 2,
    LOW_CODES: 10,
    SUCCESS_MESSAGE_MS: 3_000,
    VIDEO_URL_MESSAGE_MS: 2_000,
    CODES_SHOWN_STORED: 20,
    CODES_SHOWN_EXTRACTED: 10,
    MOBILE_BREAKPOINT_PX: 768,
  });
  expect(TOKEN_STORAGE_KEY).toBe('token');
});

it('has the lists of the specification', () => {
  expect(ResourceType.options).toEqual(['pdf', 'video', 'link']);
  expect(LessonType.options).toEqual(['video', 'text']);
  expect(CourseStatus.options).toEqual(['unpublished', 'published']);
  expect(Role.options).toEqual(['user', 'admin']);
  expect(SupportSubject.options).toEqual(['access', 'technical', 'billing', 'content', 'other']);
});
