import type { APIRequestContext } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { createIsolatedServer, freePort, type IsolatedServer } from './isolated-server.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { createSeed, type Seed } from './seed.ts'

type Ground = { server: IsolatedServer; proxy: Proxy; api: APIRequestContext }
export type Site = { server: IsolatedServer; proxy: Proxy; seed: Seed }

/** A server that these tests may break, and a proxy through which alone the browser reaches it. */
export const test = base.extend<{ site: Site }, { ground: Ground }>({
  ground: [
    async ({ playwright }, use) => {
      const port = await freePort()
      const proxy = await startProxy(port)
      const server = createIsolatedServer({ port, publicUrl: proxy.url })
      const api = await playwright.request.newContext({ baseURL: server.address })
      try {
        await server.start()
        await use({ server, proxy, api })
      } finally {
        await api.dispose()
        await server.remove()
        await proxy.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ ground: { server, proxy, api } }, use, testInfo) => {
    proxy.renew()
    // A new office each time, since the clock may have run past the life of what the last one was given.
    await use({ server, proxy, seed: createSeed(api) })
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('what the server said', { body: server.output() })
  },
  baseURL: async ({ ground }, use) => use(ground.proxy.url),
})
