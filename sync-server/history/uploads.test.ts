import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints.ts';
import { mp4Of, plainPicture, uploadsForTest } from '../uploads/uploads-for-test.ts';

async function auditedUploads() {
  const uploads = await uploadsForTest();
  const { server } = uploads;
  const audit = async () => {
    const answer = await server.ask('/api/admin/audit', { as: server.people.admin });
    return answer.read(endpoints.listAudit.output).revisions;
  };
  return { ...uploads, audit };
}

describe('a file that is sent with a form', () => {
  it('leaves one revision as the video of a lesson, by its unsigned address, and none when sent again', async () => {
    const { film, lessonRow, audit } = await auditedUploads();
    await film(mp4Of(1_000));
    await film(mp4Of(1_000));
    const { videoFileId } = await lessonRow();
    expect(await audit()).toMatchObject([
      {
        ...{ kind: 'update', entity: 'lesson', entityId: 'tides-lesson-1', userName: 'admin Ashdown' },
        ...{ version: 2, after: { videoUrl: `/media/${videoFileId}` } },
      },
    ]);
  });

  it('leaves one revision as the thumbnail of a course', async () => {
    const { picture, audit } = await auditedUploads();
    const { json } = await picture(await plainPicture(64, 36).png().toBuffer());
    expect(await audit()).toMatchObject([
      { kind: 'update', entity: 'course', entityId: 'tides', after: { thumbnail: json.thumbnailUrl } },
    ]);
  });

  it('leaves none when it is rejected', async () => {
    const { film, picture, audit } = await auditedUploads();
    await film(Buffer.from('no film'));
    await picture(Buffer.from('no picture'));
    expect(await audit()).toEqual([]);
  });
});
