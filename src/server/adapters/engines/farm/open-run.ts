// What a run needs before a node is asked: names of photos as nodes take them, and the file of control points.
import { type EngineOrder, RunFailed } from '../engine.ts'
import { chooseGcpFile } from './gcp-file.ts'
import type { SentFile } from './multipart.ts'
import { flatNames } from './photo-names.ts'
import { recall, write } from './remembered.ts'
import type { RunContext } from './run-context.ts'

/** `notes` are sentences for people. @throws RunFailed */
export function openRun(order: EngineOrder, { clock, times }: Pick<RunContext, 'clock' | 'times'>) {
  if (order.photos.length === 0)
    throw new RunFailed('There are no photos to process.', { advice: 'Hand in the photos of the flight.' })
  const flat = flatNames(order.photos.map(({ name }) => name))
  const photos = order.photos.map(({ bytes, open }, at) => ({ name: flat[at] ?? '', bytes, open }))
  const names = new Map(order.photos.map(({ name }, at) => [name, flat[at] ?? '']))
  const { file, notes } = chooseGcpFile(order.files, names)
  const files: SentFile[] = file ? [{ name: file.name, bytes: file.content.length, open: () => [file.content] }] : []
  const context: RunContext = {
    order,
    clock,
    times,
    photos,
    files,
    memory: recall(order.remembered),
    keepInMind: async (change) => {
      Object.assign(context, { memory: { ...context.memory, ...change } })
      await order.remember(write(context.memory))
    },
  }
  for (const note of notes) order.log(note)
  return { context, notes }
}
