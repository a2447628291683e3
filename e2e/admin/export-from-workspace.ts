import { expect, type Page } from '@playwright/test';

interface Export {
  /** The tab of the workspace that lists the course. */
  readonly tab: string;
  readonly title: string;
  /** The beginning of the format's label. */
  readonly format: 'Course file' | 'Book' | 'Website' | 'Common Cartridge 1.3' | 'Common Cartridge 1.1';
}

/** Exports a course from the workspace as an admin does; returns the path of the download and its suggested name. */
export async function exportFromWorkspace(page: Page, origin: string, { tab, title, format }: Export) {
  await page.goto(`${origin}/admin/workspace?tab=${tab}`);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await card.getByRole('button', { name: 'More' }).click();
  await card.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: `Export “${title}”` });
  await dialog.getByRole('radio', { name: format }).check();
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const download = await begun;
  await expect(dialog).toBeHidden();
  return { path: await download.path(), name: download.suggestedFilename() };
}
