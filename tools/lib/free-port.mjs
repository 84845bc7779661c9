import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no other program gets it before it is used. Until this process ends, no other test is given it, either. */
export async function freePort() {
  // fetch refuses port 10080 as a "bad port", and no other from there on: https://fetch.spec.whatwg.org/#port-blocking
  const port = randomInt(10_081, 32_768)
  const probe = createServer()
  try {
    // As in src/server/testing/processes/free-port.ts, which other suites use at the same time.
    if (process.platform === 'linux') await once(createServer().unref().listen(`\0skyfurrow-port-${port}`), 'listening')
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if (error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return port
}
