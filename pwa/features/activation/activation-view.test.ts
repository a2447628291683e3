import { describe, expect, test } from 'vitest';
import { messages } from '#schema/messages.ts';
import { serverMessages } from '#schema/server-messages.ts';
import { type ActivationRow, viewActivation } from './activation-view.ts';

const online = { isOnline: true, isComing: false, hasWaited: false };
const offline = { ...online, isOnline: false };
const tired = { ...online, hasWaited: true };
const row = (state: ActivationRow['state'], lastProblem: string | null = null) => ({ state, lastProblem });

describe('what the activation screen says', () => {
  test('before anything was sent it asks for the code', () => {
    expect(viewActivation(null, online)).toEqual({ kind: 'form', refusal: null });
  });

  test('only the word of the server unlocks', () => {
    const states = ['waiting', 'sending', 'paused', 'refused'] as const;
    for (const state of states)
      for (const circumstances of [online, offline, tired])
        expect(viewActivation(row(state), circumstances).kind).not.toBe('done');
    expect(viewActivation(row('acknowledged'), offline)).toEqual({ kind: 'done' });
  });

  test('a refusal comes back to the form in the server’s words', () => {
    const refused = row('refused', serverMessages.codeUsed);
    expect(viewActivation(refused, offline)).toEqual({ kind: 'form', refusal: serverMessages.codeUsed });
    expect(viewActivation(row('refused'), online)).toEqual({
      kind: 'form',
      refusal: messages.activationScreenFailed,
    });
  });

  test('without a connection, or with one that does not answer, the code is kept on the device', () => {
    expect(viewActivation(row('waiting'), offline)).toEqual({ kind: 'kept', reason: 'offline' });
    expect(viewActivation(row('sending'), tired)).toEqual({ kind: 'kept', reason: 'slow' });
    expect(viewActivation(row('sending'), online)).toEqual({ kind: 'sending' });
  });

  test('a code that was entered a moment ago is under way, whatever an earlier one met', () => {
    const entering = { ...online, isComing: true };
    expect(viewActivation(null, entering)).toEqual({ kind: 'sending' });
    expect(viewActivation(row('refused', serverMessages.codeUsed), entering)).toEqual({ kind: 'sending' });
    expect(viewActivation(row('acknowledged'), entering)).toEqual({ kind: 'done' });
  });

  test('an ended session keeps the code until the same person signs in', () => {
    expect(viewActivation(row('paused'), online)).toEqual({ kind: 'kept', reason: 'signedOut' });
  });
});
