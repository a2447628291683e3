import { randomUUID, webcrypto } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { CODE_PREFIX_MAX_LETTERS } from '#schema/activation/code-alphabet.ts';
import { drawCodes } from '#schema/activation/draw-code.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '#schema/limits.ts';
import { adminLogIn } from '../world/admin.ts';
import { ADMIN, type CarrelServer } from '../world/carrel-server.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';

/** Registers a batch of codes and returns its id. */
async function registerBatch(server: CarrelServer, count: number): Promise<string> {
  const post = postTo(server.url);
  const { token } = Object(await post('/api/auth/admin/login', ADMIN));
  const id = randomUUID();
  const codes = drawCodes('SCHOOL', count, webcrypto);
  const fields = { name: `Batch of ${count}`, note: '', expiresAt: null, maxUses: 1 };
  await post('/api/admin/codes', { id, courseId: 'course-1', prefix: 'SCHOOL', codes, ...fields }, token);
  return id;
}

type Size = 'Cards with the picture' | 'Small labels';

const openSheets = async (page: Page, url: string, size: Size = 'Small labels') => {
  await page.goto(url);
  await page.getByRole('main').getByRole('button', { name: 'Print' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: size }).check();
  const print = page.getByRole('dialog').getByRole('button', { name: 'Print' });
  await expect(print).not.toHaveAttribute('aria-busy', 'true', { timeout: 300_000 });
};

/** Uploads codes of every length to a course without codes, and returns the id of their batch. */
async function uploadCodes(server: CarrelServer): Promise<string> {
  const post = postTo(server.url);
  const { token } = Object(await post('/api/auth/admin/login', ADMIN));
  const drawn = ['', 'SCHOOL', 'W'.repeat(CODE_PREFIX_MAX_LETTERS)].flatMap((prefix) =>
    drawCodes(prefix, 1, webcrypto),
  );
  const uploaded = ['W'.repeat(28), 'W'.repeat(29), 'W'.repeat(ACTIVATION_CODE_MAX_CHARACTERS)];
  await post('/api/admin/courses/course-2/upload-codes', { codes: [...drawn, ...uploaded] }, token);
  const [batch] = server.query<{ id: string }>(
    "select id from codeBatches where origin = 'uploaded' order by createdAt desc",
  );
  return batch?.id ?? '';
}

/** By how many pixels the text of each label, and the label itself, extends beyond its edges or the paper. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => {
    const beyond = (inner: DOMRect, outer: DOMRect) =>
      Math.max(
        outer.left - inner.left,
        inner.right - outer.right,
        outer.top - inner.top,
        inner.bottom - outer.bottom,
      );
    return [...document.querySelectorAll('body > div > ul > li > div')].map((label) => {
      const text = document.createRange();
      text.selectNodeContents(label);
      const edge = label.getBoundingClientRect();
      const lines = [...text.getClientRects()].map((line) => beyond(line, edge));
      return Math.max(...lines, edge.right - document.documentElement.clientWidth);
    });
  });

/** How many pages a printer gets. */
async function countPages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format, preferCSSPageSize: false });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('Admins can print codes as labels, 24 a page, or as cards, 10 a page, on A4 and Letter', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url);
  for (const [size, count, pages] of [
    ['Small labels', 24, 1],
    ['Small labels', 25, 2],
    ['Cards with the picture', 10, 1],
    ['Cards with the picture', 11, 2],
  ] as const) {
    await openSheets(page, `${server.url}/admin/codes/${await registerBatch(server, count)}`, size);
    for (const format of ['A4', 'Letter'] as const)
      expect(await countPages(page, format), `${size}, ${count} codes on ${format}`).toBe(pages);
  }
});

/** The widths of the papers without their margins of 10 mm, in pixels of CSS. */
const PAPERS = [
  ['A4', 718],
  ['Letter', 740],
] as const;

test('The text of a printed card or label ends before its edge, however long the code', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url);
  const url = `${server.url}/admin/codes/${await uploadCodes(server)}`;
  for (const size of ['Small labels', 'Cards with the picture'] as const) {
    await openSheets(page, url, size);
    await page.getByLabel(/^Your own line/).fill('Room 12, Mondays and Thursdays; ask Dana the desk.');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Print' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    );
    await page.emulateMedia({ media: 'print' });
    for (const [paper, width] of PAPERS) {
      await page.setViewportSize({ width, height: 1_000 });
      const overflow = await measureOverflow(page);
      expect(overflow).toHaveLength(6);
      expect(Math.max(...overflow), `${size} on ${paper}`).toBeLessThanOrEqual(0);
    }
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test('Admins can print 5,000 codes, and leave while the page prepares them', async ({ server, device }) => {
  test.setTimeout(10 * 60_000);
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url);
  const url = `${server.url}/admin/codes/${await registerBatch(server, 5_000)}`;
  await page.goto(url);
  await page.getByRole('main').getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog');
  // Looked at in each frame, because a fast machine is soon done.
  await page.waitForFunction(() => {
    const bar = document.querySelector('[aria-label="Codes prepared for printing"]');
    return /^[1-9]\d?$/.test(bar?.getAttribute('aria-valuenow') ?? '');
  });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await openSheets(page, url);
  expect(await countPages(page, 'A4')).toBe(209);
});
