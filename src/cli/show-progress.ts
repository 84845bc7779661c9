import { percentOf } from '#transfer/progress.ts'
import type { UploadEngine } from '#transfer/upload-engine.ts'
import { CONNECTION_LOST, progressLine } from './progress-line.ts'

const REDRAW_MS = 200
const STEP_PERCENT = 10

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/**
 * Shows the progress of an upload until the returned function is called: one updated line on a terminal, otherwise a line every
 * 10 %.
 */
export const showProgress = (engine: UploadEngine, output: Output): (() => void) =>
  output.isTTY ? redraw(engine, output) : writeSteps(engine, output)

function redraw(engine: UploadEngine, output: Output): () => void {
  let drawnAt = 0
  const draw = () => {
    if (Date.now() - drawnAt < REDRAW_MS) return
    drawnAt = Date.now()
    output.write(`\r\u001B[K${progressLine(engine.getSnapshot()).slice(0, (output.columns || 80) - 1)}`)
  }
  const stop = engine.subscribe(draw)
  return () => {
    stop()
    output.write('\r\u001B[K')
  }
}

function writeSteps(engine: UploadEngine, output: Output): () => void {
  let printedStep = 0
  let wasWaiting = false
  return engine.subscribe(() => {
    const snapshot = engine.getSnapshot()
    const isWaiting = snapshot.waitReason !== undefined
    const step = Math.floor(percentOf(snapshot) / STEP_PERCENT)
    if (isWaiting && !wasWaiting) output.write(`${CONNECTION_LOST}\n`)
    else if (step > printedStep) output.write(`${progressLine(snapshot)}\n`)
    wasWaiting = isWaiting
    printedStep = Math.max(printedStep, step)
  })
}
