import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { finishSignup, signupDraft } from '../session/signup-draft.ts';
import { createStorage } from '../testing/fake-storage.ts';
import { deviceDraft, tabDraft } from './form-draft.ts';
import { readItem, writeItem } from './local-storage.ts';
import { claimTabItems } from './tab-storage.ts';

const Fields = v.object({ name: v.string() });

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: createStorage(), configurable: true });
  signupDraft.remove();
});

afterAll(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));

describe.each([
  ['of the device', deviceDraft],
  ['of the tab', tabDraft],
])('a draft %s', (_, draftAt) => {
  test('returns what was written, until it is removed', () => {
    const draft = draftAt('carrel.test', Fields);
    expect(draft.read()).toBeNull();
    draft.write({ name: 'Al' });
    expect(draftAt('carrel.test', Fields).read()).toEqual({ name: 'Al' });
    draft.remove();
    expect(draft.read()).toBeNull();
  });

  test('is ignored if another version wrote another format', () => {
    draftAt('carrel.test', v.string()).write('Al');
    expect(draftAt('carrel.test', Fields).read()).toBeNull();
  });
});

test('a draft in the tab ends with the session, one on the device stays', () => {
  claimTabItems('alice');
  tabDraft('carrel.tab', v.string()).write('typed');
  deviceDraft('carrel.device', v.string()).write('typed');
  claimTabItems(null);
  expect(tabDraft('carrel.tab', v.string()).read()).toBeNull();
  expect(deviceDraft('carrel.device', v.string()).read()).toBe('typed');
});

test('a draft in the tab works when the browser blocks storage', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    get: () => {
      throw new Error('forbidden');
    },
    configurable: true,
  });
  tabDraft('carrel.tab', v.string()).write('typed');
  expect(tabDraft('carrel.tab', v.string()).read()).toBe('typed');
  tabDraft('carrel.tab', v.string()).remove();
  expect(tabDraft('carrel.tab', v.string()).read()).toBeNull();
});

test('a sign-up’s draft is removed when its account exists, and stays when another user signs in', () => {
  signupDraft.write({ name: 'Al', email: ' Al@Example.org' });
  finishSignup('bo@example.org');
  expect(signupDraft.read()).toEqual({ name: 'Al', email: ' Al@Example.org' });
  finishSignup('al@example.org');
  expect(signupDraft.read()).toBeNull();
});

test('a support request’s draft is stored under a name and in a form that never change', async () => {
  const { visitorDraft } = await import('../features/support/visitor-draft.ts');
  const fields = { name: 'Al', email: '', subject: 'other', orderNumber: '', message: 'Hello' };
  writeItem('carrel.support-draft', JSON.stringify({ fields, id: null }));
  expect(visitorDraft.read()).toEqual({ fields, id: null });
  visitorDraft.remove();
  expect(readItem('carrel.support-draft')).toBeNull();
});
