import { describe, expect, it } from 'vitest';
import type { AppFiles } from '#pwa/downloads/readiness/offline-readiness.ts';
import { describeApp } from './describe-app.ts';

const lacking = (...missing: string[]): AppFiles => ({ state: 'stored', missing });

describe('the notice about the app itself', () => {
  it('is empty while the app is being saved, and when all of it is', () => {
    expect(describeApp({ state: 'coming', missing: [] })).toBeNull();
    expect(describeApp(lacking())).toBeNull();
  });

  it('says that https is what is missing', () => {
    expect(describeApp({ state: 'insecure', missing: [] })?.sentence).toMatch(/must begin with https/);
  });

  it('says that the browser does not allow it', () => {
    expect(describeApp({ state: 'refused', missing: [] })?.title).toBe('Carrel does not work offline here');
  });

  it('names the parts whose files are blocked, each once', () => {
    const search = ['/assets/search-page-MUAo6wp.css', '/assets/search-page-CbcnS6q.js'];
    const text = describeApp(lacking(...search, '/assets/index-BjsAWu-.js'));
    expect(text?.title).toBe('Carrel does not work offline here');
    expect(text?.sentence).toContain(
      '3 files of the app could not be saved on this device: “search page”, “index”',
    );
    expect(describeApp(lacking(...search))?.title).toBe('A part of Carrel does not work offline');
  });
});
