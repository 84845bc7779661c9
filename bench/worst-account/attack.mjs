// A thread of measure.mjs: calls all addresses over and over, each again once it has answered.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { addresses, headers, seconds } = workerData
const until = performance.now() + seconds * 1000
const answers = new Map()
await Promise.all(addresses.map(attack))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort.postMessage([...answers].map(([status, count]) => `${count} x ${status}`).join(', '))

async function attack(address) {
  while (performance.now() < until) {
    const response = await fetch(address, { headers })
    await response.arrayBuffer()
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
    if (!response.ok) await wait(100)
  }
}
