// Preloaded into a server process by tests (node --import): kills it at the point given by FAULT_POINT, or makes it print
// measurements.
import promises from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { FaultPoint } from './fault-point.ts'

const crash = (): void => void process.kill(process.pid, 'SIGKILL')

function afterRename(to: RegExp): void {
  const { rename } = promises
  promises.rename = async (from, place) => {
    await rename(from, place)
    if (to.test(String(place))) crash()
  }
}

function beforeAnswer(to: RegExp): void {
  const answering = ServerResponse.prototype
  const plain = Reflect.get(answering, 'writeHead')
  answering.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    if (to.test(this.req.url ?? '')) crash()
    return Reflect.apply(plain, this, given) as ServerResponse
  }
}

/** Like a regular expression or a sort that takes far too long. */
function block(blockSeconds: number): void {
  process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockSeconds * 1000))
}

const point = JSON.parse(process.env['FAULT_POINT'] ?? '') as FaultPoint
if ('after' in point) afterRename(new RegExp(point.to))
else if ('blockSeconds' in point) block(point.blockSeconds)
else if ('at' in point)
  process.on('exit', () => process.stderr.write(`Memory: ${process.resourceUsage().maxRSS} KiB\n`))
else beforeAnswer(new RegExp(point.to))
syncBuiltinESMExports()
