import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { adminLogIn, listAdminFiles, untilAdminWorksOffline } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { writeZip } from './write-zip.ts';

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
  <metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata>
  <organizations><organization identifier="o" structure="rooted-hierarchy"><item identifier="root">
    <item identifier="a"><title>Ebb</title>
      <item identifier="a1" identifierref="r1"><title>The moon</title></item>
      <item identifier="a2" identifierref="r2"><title>Questions</title></item>
    </item>
    <item identifier="b"><title>Flood</title>
      <item identifier="b1" identifierref="r3"><title>The sea</title></item>
    </item>
  </item></organization></organizations>
  <resources>
    <resource identifier="r1" type="webcontent" href="pages/moon.html"><file href="pages/moon.html"/></resource>
    <resource identifier="r2" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="quiz/quiz.xml"/></resource>
    <resource identifier="r3" type="webcontent" href="pages/sea.html"><file href="pages/sea.html"/></resource>
  </resources>
</manifest>`;

async function writeCartridge(): Promise<string> {
  const [width, height] = [1_600, 1_200];
  const photo = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 50 })
    .toBuffer();
  const path = join(mkdtempSync(join(tmpdir(), 'carrel-cartridge-')), 'tides.imscc');
  const moon =
    '<h1>The moon</h1><p>It <a href="sea.html">pulls the sea</a>.</p><img src="photo.jpg" alt="The moon"><script>steal()</script>';
  await writeZip(path, {
    'imsmanifest.xml': manifest,
    'pages/moon.html': moon,
    'pages/sea.html': '<p>It rises <img src="gone.png"> and falls.</p>',
    'pages/photo.jpg': photo,
    'quiz/quiz.xml': '<questestinterop/>',
  });
  return path;
}

test('Admins import a Common Cartridge offline, choose its lessons, and see the course after reconnecting', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url);
  await page.goto(`${server.url}/admin/import`);
  // The readers arrive in the background, before any file is chosen.
  const readers = (await listAdminFiles()).join('\n');
  for (const part of ['import-worker-', 'read-cartridge-', 'mammoth']) expect(readers).toContain(part);
  await untilAdminWorksOffline(page);
  await page.context().setOffline(true);
  const worker = page.waitForEvent('worker');
  await page.getByLabel('Course file').setInputFiles(await writeCartridge());
  expect((await worker).url()).toContain('/assets/admin/import-worker-');
  await expect(page.getByText('Common Cartridge · 2 modules · 2 lessons')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report' })).toContainText(
    '“gone.png” is named here but is not in the file.',
  );
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Title').fill('Of tides');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('“Of tides” is saved on this device')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Imported on this device' })).toContainText('Of tides');

  await page.context().setOffline(false);
  await page.goto(`${server.url}/sync`);
  await expect(page.getByText('No edits are waiting.')).toBeVisible({ timeout: 30_000 });
  const texts = server.query<{ title: string; content: string }>(
    'select l.title, t.content from lessons l join lessonContents t on t.lessonId = l.id join modules m on m.id = l.moduleId join courses c on c.id = m.courseId where c.title = ?',
    'Of tides',
  );
  const [moon, sea] = texts.sort((one, other) => one.title.localeCompare(other.title));
  expect(moon?.content.slice(0, 200)).toMatch(
    /^<p>It <a href="\/courses\/[\w-]+\/learn\?lesson=[\w-]+" rel="noopener">pulls the sea<\/a>/,
  );
  expect(moon?.content.slice(moon.content.indexOf('<img'))).toMatch(/^<img src="data:image\/webp;base64,/);
  expect(moon?.content).not.toContain('steal');
  expect(sea?.content).toBe('<p>It rises  and falls.</p>');
});
