import { describe, expect, test } from 'vitest';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { type ActivationRow, viewActivation } from './activation-view.ts';

const online = { isOnline: true, isComing: false, hasWaited: false };
const offline = { ...online, isOnline: false };
const tired = { ...online, hasWaited: true };
const row = (
  state: ActivationRow['state'],
  lastProblem: string | null = null,
  lastStatus: number | null = null,
) => ({ state, lastProblem, lastStatus });

describe('the activation view', () => {
  test('prompts for the code before anything was sent', () => {
    expect(viewActivation(null, online)).toEqual({ kind: 'form', refusal: null });
  });

  test('is done only after the server’s ack', () => {
    const states = ['waiting', 'sending', 'paused', 'refused'] as const;
    for (const state of states)
      for (const circumstances of [online, offline, tired])
        expect(viewActivation(row(state), circumstances).kind).not.toBe('done');
    expect(viewActivation(row('acknowledged'), offline)).toEqual({ kind: 'done' });
  });

  test('returns to the form with the server’s message after a refusal', () => {
    const refused = row('refused', serverMessages.codeUsed);
    expect(viewActivation(refused, offline)).toEqual({ kind: 'form', refusal: serverMessages.codeUsed });
    expect(viewActivation(row('refused'), online)).toEqual({
      kind: 'form',
      refusal: messages.activationScreenFailed,
    });
  });

  test('says that the code is saved on the device when offline or when the server does not respond', () => {
    expect(viewActivation(row('waiting'), offline)).toEqual({ kind: 'queued', reason: 'offline' });
    expect(viewActivation(row('sending'), tired)).toEqual({ kind: 'queued', reason: 'slow' });
    expect(viewActivation(row('sending'), online)).toEqual({ kind: 'sending' });
  });

  test('says what the server replied when it is to be tried again later', () => {
    const problem = serverMessages.tooManyRequests;
    const putOff = { kind: 'queued', reason: 'putOff', problem };
    expect(viewActivation(row('waiting', problem, 429), online)).toEqual(putOff);
    expect(viewActivation(row('sending', problem, 429), tired)).toEqual(putOff);
    expect(viewActivation(row('waiting', problem, 429), offline)).toEqual({
      kind: 'queued',
      reason: 'offline',
    });
    const silent = row('waiting', messages.networkError, 0);
    expect(viewActivation(silent, tired)).toEqual({ kind: 'queued', reason: 'slow' });
  });

  test('is sending after a new code was entered, whatever the outcome of an earlier one', () => {
    const entering = { ...online, isComing: true };
    expect(viewActivation(null, entering)).toEqual({ kind: 'sending' });
    expect(viewActivation(row('refused', serverMessages.codeUsed), entering)).toEqual({ kind: 'sending' });
    expect(viewActivation(row('acknowledged'), entering)).toEqual({ kind: 'done' });
  });

  test('waits until the same user signs in when the session has ended', () => {
    expect(viewActivation(row('paused'), online)).toEqual({ kind: 'queued', reason: 'signedOut' });
  });
});
