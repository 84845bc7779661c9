import { write, writeSync } from 'node:fs'
import { MiB, seconds } from '#domain/units.ts'

/** The size of the buffer while the output blocks; further lines are dropped and counted. */
const BUFFER_MAX = MiB(1)
const RETRY_MS = 100
const STALL_MS = seconds(1)

/**
 * Writes log lines in order, in the background. A full disk, and a reader that stalls or leaves, lose lines but never fail a
 * call. Once lines can be written again, one reports how many were lost.
 */
export function createLogWriter(fd: number): { write: (line: string) => void } {
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  let lost = 0
  let reported = 0
  let lines = 0
  let writingSince: number | undefined

  const flush = () => {
    if (writingSince !== undefined || buffered.length === 0) return
    const report = lost > 0 ? [Buffer.from(lossLine(lost))] : []
    reported = lost
    lines = buffered.length
    const batch = Buffer.concat([...report, ...buffered])
    buffered = []
    bufferedBytes = 0
    writingSince = Date.now()
    send(batch)
  }
  const send = (batch: Buffer) => write(fd, batch, (error, written) => sent(error, batch.subarray(written)))
  const sent = (error: NodeJS.ErrnoException | null, left: Buffer) => {
    if (error?.code === 'EAGAIN') return void setTimeout(() => send(left), RETRY_MS).unref()
    if (!error && left.length > 0) return send(left)
    lost += error ? Math.min(linesIn(left), lines) : -reported
    writingSince = undefined
    flush()
  }

  process.once('exit', () => {
    // A stalled reader would keep the program from ending.
    if (writingSince === undefined || Date.now() - writingSince > STALL_MS) return
    try {
      writeSync(fd, Buffer.concat(buffered))
    } catch {
      // The output is closed.
    }
  })

  return {
    write(line) {
      const chunk = Buffer.from(line)
      if (bufferedBytes + chunk.length > BUFFER_MAX) {
        lost += 1
        return
      }
      buffered.push(chunk)
      bufferedBytes += chunk.length
      flush()
    },
  }
}

const linesIn = (text: Buffer): number => text.toString('latin1').split('\n').length - 1

const lossLine = (count: number): string =>
  `${JSON.stringify({ level: 50, time: new Date().toISOString(), lines: count, msg: 'log lines dropped' })}\n`
