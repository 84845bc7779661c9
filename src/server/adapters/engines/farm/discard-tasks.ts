// Ends tasks on nodes and frees their space. Our cancel is final: what a node says of them later is not looked at.
import { seconds } from '#domain/units.ts'
import { backoff, type Clock } from './clock.ts'
import { isUnknownTask, type NodeClient, NodeRefused } from './node-client.ts'
import { NodeUnavailable } from './node-http.ts'
import type { Remembered } from './remembered.ts'

const TRIES = 4
const RETRY = { first: seconds(2), most: seconds(15) }

type Nodes = { find: (url: string) => NodeClient | undefined; clock: Clock }

/** A node that doesn't answer keeps its task; nodes delete old ones by themselves. */
export async function discardTasks({ place, left }: Remembered, { find, clock }: Nodes): Promise<void> {
  const { signal } = new AbortController()
  await Promise.all(
    [...(place ? [place] : []), ...left].map(async ({ url, uuid }) => {
      const client = find(url)
      if (!client) return
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (await removeTask(client, uuid, signal)) return
        await clock.wait(backoff(tries, RETRY), signal)
      }
    }),
  )
}

/** Whether the node has no such task any more. */
export async function removeTask(client: NodeClient, uuid: string, signal: AbortSignal): Promise<boolean> {
  try {
    // A running task goes on when it is only removed from the list of some versions.
    await client.cancel(uuid, signal).catch(tolerate)
    await client.remove(uuid, signal).catch(tolerate)
    await client.task(uuid, null, signal)
    return false
  } catch (error) {
    if (isUnknownTask(error)) return true
    tolerate(error)
    return false
  }
}

function tolerate(error: unknown): void {
  if (!(error instanceof NodeUnavailable || error instanceof NodeRefused)) throw error
}
