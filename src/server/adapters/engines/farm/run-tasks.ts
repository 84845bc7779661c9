// Begins tasks for a run until the result of one is here.
import { seconds } from '#domain/units.ts'
import { type EngineOrder, RunFailed } from '../engine.ts'
import { backoff } from './clock.ts'
import { removeTask } from './discard-tasks.ts'
import { followTask } from './follow-task.ts'
import type { NodeClient } from './node-client.ts'
import type { NodePlace, NodePlaces } from './node-places.ts'
import type { RunContext, Task } from './run-context.ts'
import { sendTask } from './send-task.ts'
import { taskUuid } from './task-uuid.ts'

/** For one attempt, with those of which nothing came because this program ended. Then a person has to look at it. */
const BEGINS_MAX = 12
const WAIT = { first: seconds(5), most: seconds(60) }

type Steps<Result> = {
  places: NodePlaces
  find: (url: string) => NodeClient | undefined
  /** The result of a completed task; undefined where it can't be had any more. */
  take: (task: Task) => Promise<Result | undefined>
}

/** Rejects with RunFailed. */
export async function runTasks<Result>(context: RunContext, { places, find, take }: Steps<Result>): Promise<Result> {
  const { order } = context
  const avoid = new Set<string>()
  const reasons: string[] = []
  const before = context.memory.place
  const client = before ? find(before.url) : undefined
  // It may have been sent whole, or not: the node knows.
  let resumed = before && client ? { client, uuid: before.uuid } : undefined
  for (;;) {
    const place = resumed ? places.hold(resumed.client) : await waitForPlace(context, places, avoid)
    try {
      const task = resumed ?? (await beginTask(context, place.client, reasons))
      await noteVersion(order, place.client)
      const isThere = resumed !== undefined || (await sendTask(context, task))
      resumed = undefined
      place.committed()
      const end = isThere ? await followTask(context, task) : { end: 'again' as const, reason: 'it was not sent whole' }
      place.release()
      const result = end.end === 'completed' ? await take(task) : undefined
      if (result !== undefined) return result
      const reason = end.end === 'completed' ? 'its result is not there any more' : end.reason
      order.log(`The task is begun again: ${reason}.`)
      reasons.push(`${task.client.name}: ${reason}`)
      avoid.add(task.client.node.url)
      await leave(context, task)
    } finally {
      place.release()
    }
  }
}

/** A node that does not answer now will when its task is sent. */
async function noteVersion({ noteVersion: note, signal }: EngineOrder, client: NodeClient): Promise<void> {
  const info = await client.info(signal).catch(() => null)
  signal.throwIfAborted()
  const engine = [info?.engine?.toUpperCase(), info?.engineVersion].filter(Boolean).join(' ')
  const node = info?.version ? `NodeODM ${info.version}` : ''
  const version = [engine, node].filter(Boolean).join(', ')
  if (version !== '') await note(version)
}

async function waitForPlace(
  { order, clock, photos }: RunContext,
  places: NodePlaces,
  avoid: ReadonlySet<string>,
): Promise<NodePlace> {
  let said = ''
  for (let tries = 0; ; tries += 1) {
    order.report('waiting', 0)
    const found = await places.take({ photos: photos.length, avoid, signal: order.signal })
    if ('client' in found) return found
    if (!found.fits)
      throw new RunFailed(`No node takes ${photos.length} photos.`, {
        advice: 'Raise the limit of a node (--max_images), or divide the flight into several requests.',
        evidence: [found.reason],
      })
    if (found.reason !== said) order.log(found.reason)
    said = found.reason
    await clock.wait(backoff(tries, WAIT), order.signal)
  }
}

/** Kept in mind before the node hears of it, so that nothing is lost by a crash. */
async function beginTask(context: RunContext, client: NodeClient, reasons: readonly string[]): Promise<Task> {
  const { order, memory, keepInMind } = context
  if (memory.begin >= BEGINS_MAX)
    throw new RunFailed(`The nodes lost this run ${BEGINS_MAX} times.`, {
      advice: 'Look at the nodes, take those out of service that do not stay up, and run again.',
      evidence: reasons.slice(-BEGINS_MAX),
    })
  const begin = memory.begin + 1
  const uuid = taskUuid({ runId: order.runId, attempt: order.attempt, begin })
  await keepInMind({ begin, place: { url: client.node.url, uuid }, lines: 0 })
  return { client, uuid }
}

/** Frees the node of a task that nobody waits for any more, now or when the run is discarded. */
async function leave({ order, memory, keepInMind }: RunContext, { client, uuid }: Task): Promise<void> {
  const isGone = await removeTask(client, uuid, order.signal)
  order.signal.throwIfAborted()
  const left = isGone ? memory.left : [...memory.left, { url: client.node.url, uuid }]
  await keepInMind({ place: null, left })
}
