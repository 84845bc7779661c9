// Follows a task to its end, and decides what a node's answers mean for the run.
import { seconds } from '#domain/units.ts'
import type { RunFailed } from '../engine.ts'
import { failureOf } from './failures.ts'
import { CANCELLED, COMPLETED, FAILED, isUnknownTask, NodeRefused, type NodeTask, RUNNING } from './node-client.ts'
import { AnswerTooLong, NodeUnavailable } from './node-http.ts'
import type { RunContext, Task } from './run-context.ts'
import { createRunLog } from './run-log.ts'

/** `again`: nothing is there to wait for, for a reason. `lost`: the node doesn't answer any more. */
export type TaskEnd = { end: 'completed' } | { end: 'again' | 'lost'; reason: string }

const POLL_FIRST_MS = seconds(2)
const REMEMBER_MS = seconds(60)
const LINES_FOR_REASON = 2000

/** Rejects with RunFailed where the engine failed. */
export async function followTask(context: RunContext, task: Task): Promise<TaskEnd> {
  const { order, clock, times, memory, keepInMind } = context
  const { client } = task
  const log = createRunLog(order.log, client.words)
  let line = memory.lines
  let remembered = clock.now()
  let lastAnswer = clock.now()
  let changed = { at: clock.now(), state: '' }
  for (let tries = 0; ; tries += 1) {
    const state = await look(context, task, line)
    if (state === null) {
      if (clock.now() - lastAnswer >= times.lostMs)
        return { end: 'lost', reason: `${client.name} has not answered for too long` }
    } else if (state === 'unknown') {
      return { end: 'again', reason: `${client.name} does not know the task any more, as after a restart` }
    } else {
      lastAnswer = clock.now()
      log.add(state.output)
      line += state.output.length
      const end = await endOf(context, task, state)
      if (end) return end
      const said = `${state.status.code} ${state.progress} ${line}`
      if (said !== changed.state || state.status.code !== RUNNING) changed = { at: clock.now(), state: said }
      if (clock.now() - changed.at >= times.stuckMs) return { end: 'again', reason: `${client.name} makes no progress` }
      if (state.status.code === RUNNING) order.report('running', Math.min(1, Math.max(0, state.progress / 100)))
      else order.report('waiting', 0)
      if (line > context.memory.lines && clock.now() - remembered >= REMEMBER_MS) {
        remembered = clock.now()
        await keepInMind({ lines: line })
      }
    }
    await clock.wait(Math.min(times.pollMs, POLL_FIRST_MS * (tries + 1)), order.signal)
  }
}

/** Null where the node doesn't answer. */
async function look({ order }: RunContext, { client, uuid }: Task, line: number): Promise<NodeTask | 'unknown' | null> {
  try {
    return await client.task(uuid, line, order.signal)
  } catch (error) {
    if (isUnknownTask(error)) return 'unknown'
    // Its state is worth more than its log.
    if (error instanceof AnswerTooLong) return client.task(uuid, null, order.signal).catch(silent)
    return silent(error)
  }
}

function silent(error: unknown): null {
  if (error instanceof NodeUnavailable || error instanceof NodeRefused) return null
  throw error
}

async function endOf(context: RunContext, task: Task, state: NodeTask): Promise<TaskEnd | undefined> {
  const { code, errorMessage = '' } = state.status
  const { client } = task
  if (code === CANCELLED)
    return { end: 'again', reason: `${client.name} ended the task, and nobody here had asked for it` }
  if (code === FAILED) throw await reasonOf(context, task, client.words(errorMessage))
  if (!hasAllPhotos(context, state))
    return {
      end: 'again',
      reason: `${client.name} counts ${state.imagesCount} photos where ${context.photos.length} were sent`,
    }
  return code === COMPLETED ? { end: 'completed' } : undefined
}

/** Until a task is ready to run, nodes count the other files, too. */
function hasAllPhotos({ photos, files }: RunContext, { imagesCount, status }: NodeTask): boolean {
  if (imagesCount === undefined || imagesCount === null || imagesCount < 0) return true
  const isReady = status.code === RUNNING || status.code === COMPLETED
  return imagesCount === photos.length || (!isReady && imagesCount === photos.length + files.length)
}

async function reasonOf({ order }: RunContext, { client, uuid }: Task, message: string): Promise<RunFailed> {
  const lines = await client.task(uuid, 0, order.signal).then(
    ({ output }) => output.slice(-LINES_FOR_REASON).map((line) => client.words(line)),
    () => [],
  )
  order.signal.throwIfAborted()
  return failureOf(message, lines)
}
