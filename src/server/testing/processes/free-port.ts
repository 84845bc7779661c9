import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral range, so that no other program gets it before it is used. Until this process ends, no other test is given
 * it, either: a server may listen a second later, and is started again at the same port.
 */
export async function freePort(): Promise<number> {
  // fetch refuses port 10080 as a "bad port", and no other from there on: https://fetch.spec.whatwg.org/#port-blocking
  const port = randomInt(10_081, 32_768)
  const probe = createServer()
  try {
    // A name that ends with the process, known to all suites that run side by side.
    if (process.platform === 'linux') await once(createServer().unref().listen(`\0skyfurrow-port-${port}`), 'listening')
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return port
}
