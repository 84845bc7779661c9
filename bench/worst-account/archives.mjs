// One account sends archives that take long to look at; another sends a small one meanwhile.

import { setTimeout as wait } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { flightArchive } from '#server/testing/server/flights.ts'
import { sendTimed } from '../send-timed.mjs'

const PROJECT = 'Soybean_Trial'
const HOSTILE = 5
const LARGE = 5
const SHOTS = 3000
const WITHIN_MS = 10_000

/** 20,000 names for one picture of 60 MB, in 3 MB. */
function hostileArchive() {
  const unpackedBytes = 60_000_000
  const content = deflateRawSync(Buffer.alloc(unpackedBytes))
  const one = { content, method: 8, unpackedBytes }
  const more = Array.from({ length: 20_000 }, (_, at) => ({
    ...one,
    name: `${at}.tif`,
    content: new Uint8Array(),
    packedBytes: content.length,
    from: 0,
  }))
  return Buffer.from(makeZip([{ ...one, name: 'first.tif' }, ...more]))
}

/** @returns what was too slow */
export async function measureArchives(url, { worst, other, log }) {
  const [hostile, large, small] = [hostileArchive(), flightArchive({ shots: SHOTS }), flightArchive({ shots: 5 })]
  const sent = [...Array(HOSTILE).fill(hostile), ...Array(LARGE).fill(large)]
  for (const content of sent) await sendTimed(url, { headers: worst, project: PROJECT, content })
  const started = performance.now()
  const { id, calls } = await sendTimed(url, { headers: other, project: PROJECT, content: small })
  const arrived = performance.now()
  await flightOf(url, other, id)
  const looked = performance.now() - arrived
  log(
    `${sent.length} archives of one account: the start, part and end of another's took ${calls.map((ms) => ms.toFixed(0)).join(', ')} ms; its photos were looked at ${(looked / 1000).toFixed(1)} s later`,
  )
  const slowest = Math.max(...calls)
  return [
    ...(slowest > 500 ? [`a call took ${slowest.toFixed(0)} ms`] : []),
    ...(looked > WITHIN_MS ? [`a small flight waited ${(looked / 1000).toFixed(1)} s`] : []),
    ...(arrived - started > 2000 ? ['the upload took over 2 s'] : []),
  ]
}

async function flightOf(url, headers, id) {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(`${url}/api/flights?analysisRequestId=${id}`, { headers })
    const { data } = await response.json()
    if (data.state === 'READY') return
    await wait(200)
  }
  throw new Error('The small flight was not looked at in two minutes')
}
