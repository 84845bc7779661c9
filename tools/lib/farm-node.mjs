import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const NODE = fileURLToPath(new URL('../../src/server/testing/engines/node-process.ts', import.meta.url))

/** A fake node of a farm, in a process of its own. `change` takes what its file says, and resolves once that holds. */
export async function startFarmNode() {
  // Results are bytes.
  const child = fork(NODE, { serialization: 'advanced' })
  const [url] = await once(child, 'message')
  const change = async (changes) => {
    const changed = once(child, 'message')
    child.send(changes)
    await changed
  }
  return { url, change, close: () => child.disconnect() }
}
