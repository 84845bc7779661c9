import { write, writeSync } from 'node:fs'
import { MiB, seconds } from '#domain/units.ts'

/** The size of the buffer while the output blocks; further lines are dropped and counted. */
const WAITING_MAX = MiB(1)
const RETRY_MS = 100
const STANDSTILL_MS = seconds(1)

/**
 * Writes log lines in order, in the background. A full disk, and a reader that stalls or leaves, lose lines but never fail a
 * call. Once lines can be written again, one reports how many were lost.
 */
export function createLogWriter(fd: number): { write: (line: string) => void } {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let lost = 0
  let telling = 0
  let lines = 0
  let since: number | undefined

  const begin = () => {
    if (since !== undefined || waiting.length === 0) return
    const told = lost > 0 ? [Buffer.from(lossLine(lost))] : []
    telling = lost
    lines = waiting.length
    const batch = Buffer.concat([...told, ...waiting])
    waiting = []
    waitingBytes = 0
    since = Date.now()
    send(batch)
  }
  const send = (batch: Buffer) => write(fd, batch, (error, written) => sent(error, batch.subarray(written)))
  const sent = (error: NodeJS.ErrnoException | null, left: Buffer) => {
    if (error?.code === 'EAGAIN') return void setTimeout(() => send(left), RETRY_MS).unref()
    if (!error && left.length > 0) return send(left)
    lost += error ? Math.min(linesIn(left), lines) : -telling
    since = undefined
    begin()
  }

  process.once('exit', () => {
    // A stalled reader would keep the program from ending.
    if (since === undefined || Date.now() - since > STANDSTILL_MS) return
    try {
      writeSync(fd, Buffer.concat(waiting))
    } catch {
      // The output is closed.
    }
  })

  return {
    write(line) {
      const piece = Buffer.from(line)
      if (waitingBytes + piece.length > WAITING_MAX) {
        lost += 1
        return
      }
      waiting.push(piece)
      waitingBytes += piece.length
      begin()
    },
  }
}

const linesIn = (text: Buffer): number => text.toString('latin1').split('\n').length - 1

const lossLine = (count: number): string =>
  `${JSON.stringify({ level: 50, time: new Date().toISOString(), lines: count, msg: 'log lines dropped' })}\n`
