import { expect, it } from 'vitest';
import type { Revision } from '../editor/history.ts';
import { describeRevision } from './history-sentences.ts';

type DescribedRevision = Parameters<typeof describeRevision>[0];
const lesson: DescribedRevision = {
  kind: 'update',
  entity: 'lesson',
  title: 'Low water',
  before: {},
  after: {},
};
const fields = (after: Revision['after'], before: Revision['before'] = {}): DescribedRevision => ({
  ...lesson,
  before,
  after,
});

it.each<[string, DescribedRevision]>([
  ['renamed lesson “Ebb” to “Low water”', fields({ title: 'Low water' }, { title: 'Ebb' })],
  ['changed the text and the duration of lesson “Low water”', fields({ content: '', duration: 3 })],
  ['changed lesson “Low water”', fields({})],
  ['moved lesson “Low water”', fields({ position: 'a1' })],
  ['changed the video of lesson “Low water”', fields({ videoUrl: null })],
  ['added lesson “Low water”', { ...fields({ title: 'Low water', content: '' }), kind: 'create' }],
  ['deleted lesson “Low water”', { ...fields({}, { title: 'Low water' }), kind: 'delete' }],
  [
    'stored rejected text of lesson “Low water”: the text',
    { ...fields({ content: '<p>A</p>' }), kind: 'aside' },
  ],
  [
    'rejected resource “Almanac”: https://example.org/a.pdf',
    {
      ...fields({ title: 'Almanac', url: 'https://example.org/a.pdf' }),
      ...{ kind: 'aside', entity: 'resource', title: 'Almanac' },
    },
  ],
  [
    'renamed test “Tides” to “Which tide?”',
    { ...fields({ title: 'Which tide?', use: 'test' }, { title: 'Tides' }), entity: 'quiz' },
  ],
  [
    'changed the right answer of a question of test “Low water”',
    { ...fields({ key: '{}', use: 'test' }, { key: '' }), entity: 'question' },
  ],
  ['deleted practice “Low water”', { ...fields({}, { use: 'practice' }), kind: 'delete', entity: 'quiz' }],
  ['published course “Tides”', { ...fields({ status: 'published' }), entity: 'course', title: 'Tides' }],
  ['unpublished course “Tides”', { ...fields({ status: 'unpublished' }), entity: 'course', title: 'Tides' }],
  [
    'published course “Tides”',
    {
      ...fields({ status: 'published', publishAt: null, by: 'schedule' }),
      ...{ entity: 'course', title: 'Tides' },
    },
  ],
  [
    'did not publish course “Tides”: lessons were missing',
    {
      ...fields({ publishAt: null, by: 'schedule', schedule: 'incomplete' }),
      ...{ entity: 'course', title: 'Tides' },
    },
  ],
  [
    'changed the time of publishing of course “Tides”',
    { ...fields({ publishAt: '2026-12-03T08:00:00.000Z' }), entity: 'course', title: 'Tides' },
  ],
  ['made Bob an admin', { ...fields({ role: 'admin' }), entity: 'user', title: 'Bob' }],
  ['mailed Bob a code for a new password', { ...fields({ resetSent: 'yes' }), entity: 'user', title: 'Bob' }],
  [
    'gave Bob access to course “Tides”',
    { ...fields({ access: 'given', user: 'Bob' }), entity: 'codes', title: 'Tides' },
  ],
  ['marked a support request as done', { ...fields({ done: 'yes' }), entity: 'support', title: '' }],
  ['opened a support request again', { ...fields({ done: 'no' }), entity: 'support', title: '' }],
  ['signed Bob out on 1 device', { ...fields({ sessionsEnded: 1 }), entity: 'user', title: 'Bob' }],
  ['signed Bob out on 3 devices', { ...fields({ sessionsEnded: 3 }), entity: 'user', title: 'Bob' }],
  [
    'reset the password of Bob',
    { ...fields({ sessionsEnded: 1, passwordReset: 1 }), entity: 'user', title: 'Bob' },
  ],
  [
    'turned two-step sign-in off for Bob',
    { ...fields({ sessionsEnded: 1, secondFactor: 'off' }), entity: 'user', title: 'Bob' },
  ],
  [
    'added a passkey to the account of Bob',
    { ...fields({ passkey: 'added' }), entity: 'user', title: 'Bob' },
  ],
  [
    'removed a passkey from the account of Bob',
    { ...fields({ passkey: 'removed' }), entity: 'user', title: 'Bob' },
  ],
  ['changed the account of Bob', { ...fields({ later: 'news' }), entity: 'user', title: 'Bob' }],
  ['removed Bob as an admin', { ...fields({ role: 'user' }), entity: 'user', title: 'Bob' }],
  [
    'added 3 activation codes to course “Tides”',
    { ...fields({ added: 3 }), entity: 'codes', title: 'Tides' },
  ],
  [
    'added 3 activation codes “Spring” to course “Tides”',
    { ...fields({ added: 3, batch: 'Spring' }), entity: 'codes', title: 'Tides' },
  ],
  [
    'changed the expiry and the number of uses of the codes “Spring” of course “Tides”',
    { ...fields({ expiresAt: null, maxUses: 3, batch: 'Spring' }), entity: 'codes', title: 'Tides' },
  ],
  [
    'changed the name of the codes “Spring” of course “Tides”',
    {
      ...fields({ name: 'Fair', batch: 'Fair' }),
      ...{ entity: 'codes', title: 'Tides', before: { name: 'Spring' } },
    },
  ],
  [
    'revoked the codes “Spring” of course “Tides”',
    { ...fields({ state: 'revoked', batch: 'Spring' }), entity: 'codes', title: 'Tides' },
  ],
  [
    'restored an activation code of course “Tides”',
    { ...fields({ codeState: 'restored' }), entity: 'codes', title: 'Tides' },
  ],
  [
    'removed the access of Bob to course “Tides”',
    { ...fields({ access: 'removed', user: 'Bob' }), entity: 'codes', title: 'Tides' },
  ],
])('returns “%s”', (sentence, revision) => {
  expect(describeRevision(revision)).toBe(sentence);
});
