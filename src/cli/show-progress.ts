import { percentOf } from '#transfer/progress.ts'
import type { UploadEngine } from '#transfer/upload-engine.ts'
import { CONNECTION_LOST, progressLine } from './progress-line.ts'

const REDRAW_MS = 200
const STEP_PERCENT = 10

type Screen = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** Tells how far an upload is until it is told to stop: in one line that changes, or a line every 10 % where lines stay. */
export const showProgress = (engine: UploadEngine, screen: Screen): (() => void) =>
  screen.isTTY ? redraw(engine, screen) : writeSteps(engine, screen)

function redraw(engine: UploadEngine, screen: Screen): () => void {
  let drawnAt = 0
  const draw = () => {
    if (Date.now() - drawnAt < REDRAW_MS) return
    drawnAt = Date.now()
    screen.write(`\r\u001B[K${progressLine(engine.getSnapshot()).slice(0, (screen.columns || 80) - 1)}`)
  }
  const stop = engine.subscribe(draw)
  return () => {
    stop()
    screen.write('\r\u001B[K')
  }
}

function writeSteps(engine: UploadEngine, screen: Screen): () => void {
  let told = 0
  let wasHeld = false
  return engine.subscribe(() => {
    const snapshot = engine.getSnapshot()
    const isHeld = snapshot.hold !== undefined
    const step = Math.floor(percentOf(snapshot) / STEP_PERCENT)
    if (isHeld && !wasHeld) screen.write(`${CONNECTION_LOST}\n`)
    else if (step > told) screen.write(`${progressLine(snapshot)}\n`)
    wasHeld = isHeld
    told = Math.max(told, step)
  })
}
