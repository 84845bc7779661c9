// Hands a run to a node: begins a task, sends photos and files, commits.
import { seconds } from '#domain/units.ts'
import { RunFailed } from '../engine.ts'
import { ASSET_PATHS } from './assets.ts'
import { backoff } from './clock.ts'
import type { SentFile } from './multipart.ts'
import { isUnknownTask, NodeRefused } from './node-client.ts'
import { NodeUnavailable } from './node-http.ts'
import type { RunContext, Task } from './run-context.ts'
import { taskOptions } from './task-options.ts'

const UPLOADS_AT_ONCE = 4
const TRIES = 4
const RETRY = { first: seconds(2), most: seconds(30) }

/** Whether the node has the task now. Where it is false, another task is to be begun: nobody knows what the node has of this one. */
export async function sendTask(context: RunContext, task: Task): Promise<boolean> {
  const { order } = context
  try {
    await initTask(context, task)
    await uploadAll(context, task)
  } catch (error) {
    if (!(error instanceof NodeUnavailable || error instanceof NodeRefused)) throw error
    order.log(`${task.client.name} did not take the photos: ${error.message}.`)
    return false
  }
  return commitTask(context, task)
}

async function initTask({ order, photos }: RunContext, { client, uuid }: Task): Promise<void> {
  const known = await client.options(order.signal)
  const { json, missing } = taskOptions({ outputs: order.outputs, options: order.options, known })
  if (missing.length > 0) order.log(`${client.name} has no option ${missing.join(', ')}, which this order would use.`)
  order.log(`Sending ${photos.length} photos to ${client.name}, options ${json}`)
  const task = { uuid, name: `skyfurrow-${uuid.slice(0, 8)}`, options: json, outputs: ASSET_PATHS }
  try {
    await client.init(task, order.signal)
  } catch (error) {
    // The answer to wrong options is a list of them.
    if (error instanceof NodeRefused && error.message.startsWith('[{'))
      throw new RunFailed('The node does not take these options.', {
        advice: 'Correct or remove them, and run again.',
        evidence: [error.message],
      })
    throw error
  }
}

async function uploadAll({ order, clock, photos, files }: RunContext, { client, uuid }: Task): Promise<void> {
  const waiting = [...files, ...photos]
  const bytes = waiting.reduce((sum, one) => sum + one.bytes, 0)
  const ended = new AbortController()
  const signal = AbortSignal.any([order.signal, ended.signal])
  let sent = 0
  const upload = async (file: SentFile): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await client.upload(uuid, file, signal)
        sent += file.bytes
        order.report('sending', bytes === 0 ? 1 : sent / bytes)
        return
      } catch (error) {
        // A file that arrived in spite of an error is there twice after the next try; the count of photos shows it.
        const isLast = tries + 1 >= TRIES || !(error instanceof NodeUnavailable)
        if (isLast) throw error
        await clock.wait(backoff(tries, RETRY), signal)
      }
    }
  }
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await upload(file)
  }
  const lanes = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
    try {
      await lane()
    } catch (error) {
      ended.abort(error)
      throw error
    }
  })
  const [failed] = (await Promise.allSettled(lanes)).filter((one) => one.status === 'rejected')
  order.signal.throwIfAborted()
  if (failed) throw ended.signal.reason
}

/** Once: a second commit would begin the task twice or fail. Where the answer is lost, the node is asked whether it knows the task. */
async function commitTask({ order, clock }: RunContext, { client, uuid }: Task): Promise<boolean> {
  try {
    await client.commit(uuid, order.signal)
  } catch (error) {
    if (!(error instanceof NodeUnavailable || error instanceof NodeRefused)) throw error
    order.log(`${client.name} did not confirm the start: ${error.message}.`)
    for (let tries = 0; ; tries += 1) {
      await clock.wait(backoff(tries, RETRY), order.signal)
      const found = await client.task(uuid, null, order.signal).then(
        () => 'known' as const,
        (reason: unknown) => reason,
      )
      order.signal.throwIfAborted()
      if (found === 'known') return true
      if (isUnknownTask(found) || tries + 1 >= TRIES) return false
    }
  }
  return true
}
