import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no other program gets it before it is used. */
export function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
