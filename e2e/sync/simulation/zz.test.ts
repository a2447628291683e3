import { it } from 'vitest';
import { Device, installDevices } from './device.ts';
import { makeTemplate, SimulatedServer } from './simulated-server.ts';
import { on, signIn, pullOnce } from './live.ts';
it('x', async () => {
  const template = await makeTemplate();
  installDevices();
  const device = await Device.create('desk');
  const server = await SimulatedServer.start(template);
  device.reset();
  device.fetch = (p, i) => server.fetch(p, i ?? {});
  const member = { device, userId: 'admin', running: new Set<Promise<unknown>>() };
  await signIn({ server } as never, member);
  await on(member, async (app, store) => {
    try { await store.transaction('rw', store.tables, async () => { await store.state.put({ key: 'a', value: 1 }); await store.state.get('a'); }); console.log('tx ok'); } catch (e) { console.log('tx fails', e); }
    try { await app.pull.pull(store, app.pull.realPullPorts); console.log('pull ok'); } catch (e) { console.log('pull fails', (e as Error).stack); }
  });
});
