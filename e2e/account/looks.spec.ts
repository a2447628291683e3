import { signUp } from '../world/learner.ts';
import { look } from '../world/look.ts';
import { test } from '../world/world.ts';

const PUBLIC = [
  '/library',
  '/library?category=tools',
  '/support',
  '/forgot-password',
  '/verify-otp',
  '/reset-password',
];
const PRIVATE = ['/profile', '/support'];

test('the visitors’ screens are accessible, fit every screen and hold still', async ({ server, device }) => {
  const page = await device.open();
  for (const path of PUBLIC) await look(page, server.url + path);
});

test('the learners’ own screens are accessible, fit every screen and hold still', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice Marsh');
  for (const path of PRIVATE) await look(page, server.url + path);
});
