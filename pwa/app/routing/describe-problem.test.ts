import { expect, it } from 'vitest';
import { StoreUnavailableError } from '#pwa/store/database/storage-errors.ts';
import { blockItems } from '#pwa/testing/block-site-data.ts';
import { describeProblem } from './describe-problem.ts';

it('explains a page that failed because of the browser’s storage, and no other', () => {
  expect(describeProblem(new Error('a defect'))).toBeNull();
  expect(describeProblem(new StoreUnavailableError(null))).toMatch(/^The browser does not open what/);
  blockItems();
  // Code of others may fail in such a browser before any of ours does.
  const blocked = describeProblem(new DOMException('The operation is insecure.', 'SecurityError'));
  expect(blocked).toMatch(/^Your browser blocks site data/);
  for (const name of ['On-device site data', 'Cookies and Site Data', 'Block All Cookies'])
    expect(blocked).toContain(name);
});
