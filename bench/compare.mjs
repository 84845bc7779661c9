// What is measured, and in which order.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../tools/lib/launch.mjs'
import { cpuSeconds, memoryMiB, peakMemoryMiB, stopAllServers, untilIdle } from './processes.mjs'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/** One download takes half a second, with much variance. */
const threeTimes = (call) => [call, call, call]

/** The memory growth of each server during 20 concurrent uploads: new servers every time, after one file as warm-up. */
export async function compareMemory(run, startServers) {
  const growth = {}
  for (let round = 1; round <= Math.min(run.rounds, 3); round += 1) {
    const servers = await startServers(`memory-${round}`)
    for (const server of servers) {
      await receive(run, server, run.atOnceParts.slice(0, run.parts.length))
      const { before, more } = await growthAtOnce(run, server)
      ;(growth[server.name] ??= []).push(more)
      log(`memory, round ${round}: ${server.name} ${before.toFixed(0)} MiB + ${more.toFixed(1)} MiB`)
    }
    await stopAllServers()
  }
  return growth
}

async function growthAtOnce({ client, scratch, atOnceParts }, server) {
  const upload = await server.openUpload({ parts: atOnceParts, atOnce: true })
  await settle(scratch)
  await untilIdle(server.pid)
  const before = memoryMiB(server.pid)
  const peak = await peakMemoryMiB(server.pid, () => ask(client, { calls: upload.calls, atOnce: true }))
  await upload.discard()
  return { before, more: peak - before }
}

export async function compareReceiving(run, servers) {
  for (const server of servers) await receive(run, server, run.parts.slice(0, 1))
  return interleave(run, servers, async (server, round) => {
    const one = await receive(run, server, run.parts)
    log(`receive, round ${round}: ${server.name} ${one.speed.toFixed(0)} MiB/s, ${one.cpu.toFixed(2)} CPU s/GiB`)
    return one
  })
}

/** Each server in each round, and each in every position of the order. */
async function interleave({ rounds }, servers, measureOne) {
  const results = Object.fromEntries(servers.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)])
      results[server.name].push(await measureOne(server, round))
  }
  return results
}

async function receive({ client, scratch }, server, sizes) {
  const upload = await server.openUpload({ parts: sizes })
  await settle(scratch)
  const result = await measure(client, server, upload.calls)
  const seconds = result.seconds + syncDisk(scratch)
  await upload.discard()
  return { ...result, speedToDisk: total(sizes) / MIB / seconds }
}

/** `behind` is the product behind nginx, which sends its files. */
export async function compareSending(run, { skyfurrow, behind, nginx }) {
  const { parts } = run
  const storeIn = async (product) => {
    const upload = await product.openUpload({ parts })
    const { answers } = await ask(run.client, { calls: upload.calls })
    await upload.complete(answers.map(({ headers }) => headers.etag))
    return product.downloadOfNewest()
  }
  const all = [{ name: skyfurrow.name, pid: skyfurrow.pid, get: await storeIn(skyfurrow) }]
  if (nginx) {
    await ask(run.client, { calls: [{ ...nginx.download, method: 'PUT', bytes: total(parts) }] })
    all.push({ name: nginx.name, pid: nginx.pid, get: nginx.download })
    all.push({ name: 'behind nginx', pid: nginx.pid, get: nginx.inFront(await storeIn(behind)) })
    await untilIdle(behind.pid)
  }
  await untilIdle(skyfurrow.pid)
  // From the second time on the file is in the page cache, for all.
  for (const { get } of all) await ask(run.client, { calls: [get] })

  const [quarter, most] = [total(parts) / 4, (total(parts) * 3) / 4]
  const kinds = { whole: {}, 'half, by Range': { headers: { range: `bytes=${quarter}-${most - 1}` } } }
  const sent = {}
  for (const [kind, extra] of Object.entries(kinds)) {
    sent[kind] = await interleave(run, all, async (server, round) => {
      await settle(run.scratch)
      const one = await measure(run.client, server, threeTimes({ ...server.get, ...extra }))
      log(`send ${kind}, round ${round}: ${server.name} ${one.speed.toFixed(0)} MiB/s`)
      return one
    })
  }
  return sent
}

/** Completion checks the names and sizes of parts, so parts without content are enough. */
export async function completeLarge({ rounds, largeParts }, skyfurrow) {
  const times = []
  for (let round = 1; round <= Math.min(rounds, 3); round += 1) {
    const upload = await skyfurrow.openUpload({ parts: largeParts })
    const etags = skyfurrow.placeEmptyParts({ key: upload.key, parts: largeParts })
    times.push(await upload.complete(etags))
  }
  return times
}

/** The longest turn of the event loop, in milliseconds of the processor: while a file arrives, is completed, looked into and sent, and a large one is completed. */
export async function longestTurn(run, watched) {
  await untilIdle(watched.pid)
  await watched.longestTurn()
  const upload = await watched.openUpload({ parts: run.parts })
  const { answers } = await ask(run.client, { calls: upload.calls })
  await upload.complete(answers.map(({ headers }) => headers.etag))
  await ask(run.client, { calls: [await watched.downloadOfNewest()] })
  await completeLarge({ ...run, rounds: 1 }, watched)
  await untilIdle(watched.pid)
  return watched.longestTurn()
}

async function measure(client, server, calls) {
  const before = cpuSeconds(server.pid)
  const { seconds, answers } = await ask(client, { calls })
  const bytes = total(calls.map((call) => call.bytes ?? 0)) + total(answers.map(({ length }) => length))
  return { seconds, speed: bytes / MIB / seconds, cpu: (cpuSeconds(server.pid) - before) / (bytes / GIB) }
}

async function ask(client, work) {
  const gone = new AbortController()
  const giveUp = () => gone.abort(new Error('The client has ended'))
  client.once('exit', giveUp)
  client.send(work)
  const [{ fault, seconds, answers }] = await once(client, 'message', { signal: gone.signal })
  client.off('exit', giveUp)
  if (fault) throw new Error(fault)
  for (const [index, { status, headers, length }] of answers.entries()) {
    const { method, url } = work.calls[index]
    const expected = Number(headers['content-length'] ?? 0)
    if (status < 200 || status > 299 || length !== expected)
      throw new Error(`${method} ${url}: ${status}, ${length} of ${expected} bytes`)
  }
  return { seconds, answers }
}

/** Data that an earlier measurement left in memory must not be written during the next one. */
async function settle(folder) {
  syncDisk(folder)
  await wait(300)
}

function syncDisk(folder) {
  const started = performance.now()
  spawnSync('sync', ['-f', folder])
  return (performance.now() - started) / 1000
}

function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}
