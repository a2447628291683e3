import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { mp4Of, plainImage, uploadsForTest } from '../uploads/uploads-for-test.ts';

async function auditedUploads() {
  const uploads = await uploadsForTest();
  const { server } = uploads;
  const audit = async () => {
    const response = await server.request('/api/admin/audit', { as: server.people.admin });
    return response.read(endpoints.listAudit.output).revisions;
  };
  return { ...uploads, audit };
}

describe('a file that is sent with a form', () => {
  it('leaves one revision as the video of a lesson, by its unsigned address, and none when sent again', async () => {
    const { uploadVideo, lessonRow, audit } = await auditedUploads();
    await uploadVideo(mp4Of(1_000));
    await uploadVideo(mp4Of(1_000));
    const { videoFileId } = await lessonRow();
    expect(await audit()).toMatchObject([
      {
        ...{ kind: 'update', entity: 'lesson', entityId: 'tides-lesson-1', userName: 'admin Ashdown' },
        ...{ version: 2, after: { videoUrl: `/media/${videoFileId}` } },
      },
    ]);
  });

  it('leaves one revision as the thumbnail of a course', async () => {
    const { uploadThumbnail, audit } = await auditedUploads();
    const { json } = await uploadThumbnail(await plainImage(64, 36).png().toBuffer());
    expect(await audit()).toMatchObject([
      { kind: 'update', entity: 'course', entityId: 'tides', after: { thumbnail: json.thumbnailUrl } },
    ]);
  });

  it('leaves none when it is rejected', async () => {
    const { uploadVideo, uploadThumbnail, audit } = await auditedUploads();
    await uploadVideo(Buffer.from('no video'));
    await uploadThumbnail(Buffer.from('no picture'));
    expect(await audit()).toEqual([]);
  });
});
