import { test as base } from '../world/world.ts';
import { ReleaseProxy } from './release-proxy.ts';

/** The world with a proxy that can deploy a new version of the app, and drop chunks of the old one. */
export const test = base.extend<{ releaseProxy: ReleaseProxy }>({
  releaseProxy: async ({ server }, use) => {
    const releaseProxy = await ReleaseProxy.before(server.port);
    await use(releaseProxy);
    await releaseProxy.close();
  },
});
