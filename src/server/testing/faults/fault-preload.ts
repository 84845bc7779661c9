// Loaded by tests before the product's own code (node --import): kills the process at the point that FAULT_POINT names, or
// reports what was measured.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { FaultPoint } from './fault-point.ts'

const CHANGES = [
  'writeSync',
  'mkdirSync',
  'renameSync',
  'unlinkSync',
  'rmdirSync',
  'ftruncateSync',
  'chmodSync',
] as const

const die = (): void => void process.kill(process.pid, 'SIGKILL')

function afterRename(to: RegExp): void {
  const { rename } = promises
  promises.rename = async (from, place) => {
    await rename(from, place)
    if (to.test(String(place))) die()
  }
}

function beforeAnswer(to: RegExp): void {
  const answering = ServerResponse.prototype
  const plain = Reflect.get(answering, 'writeHead')
  answering.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    if (to.test(this.req.url ?? '')) die()
    return Reflect.apply(plain, this, given) as ServerResponse
  }
}

function beforeChange(nth: number): void {
  let count = 0
  for (const name of CHANGES) {
    const change = fs[name]
    Object.assign(fs, {
      [name]: (...given: unknown[]): unknown => {
        // The process's own output is not a file change.
        if (name !== 'writeSync' || Number(given[0]) > 2) count += 1
        if (count === nth) die()
        return Reflect.apply(change, fs, given)
      },
    })
  }
  process.on('exit', () => process.stderr.write(`Disk changes: ${count}\n`))
}

/** Like a regular expression or a sort that takes far too long. */
function standStill(stillSeconds: number): void {
  process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stillSeconds * 1000))
}

const point = JSON.parse(process.env['FAULT_POINT'] ?? '') as FaultPoint
if ('after' in point) afterRename(new RegExp(point.to))
else if ('stillSeconds' in point) standStill(point.stillSeconds)
else if ('at' in point)
  process.on('exit', () => process.stderr.write(`Memory: ${process.resourceUsage().maxRSS} KiB\n`))
else if (point.before === 'answer') beforeAnswer(new RegExp(point.to))
else beforeChange(point.nth)
syncBuiltinESMExports()
