// One account sends archives that take long to look at; another sends a small one meanwhile.

import { setTimeout as wait } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { flightArchive } from '#server/testing/server/flights.ts'

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
  for (const content of sent) await send(url, worst, content)
  const started = performance.now()
  const { id, calls } = await send(url, other, small)
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

async function send(url, headers, content) {
  const calls = []
  const timed = async (address, init) => {
    const at = performance.now()
    const response = await fetch(address, init)
    const body = await response.text()
    calls.push(performance.now() - at)
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${body.slice(0, 300)}`)
    return { body, response }
  }
  const json = (value) => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const start = {
    fileName: 'flight.zip',
    description: 'Flight at noon',
    projectType: 'Soybean_Trial',
    totalChunks: 1,
    reportCategories: ['orthomosaic'],
    fileSize: content.length,
  }
  const begun = await timed(`${url}/api/crop-images/generate-presigned-url/new`, json(start))
  const { id, preSignedUrl } = JSON.parse(begun.body).data
  const parts = []
  for (const [number, address] of Object.entries(preSignedUrl.preSignedUrls)) {
    const { response } = await timed(address.replace(/^https?:\/\/[^/]+/, url), { method: 'PUT', body: content })
    parts.push({ partNumber: Number(number), etag: response.headers.get('etag').replaceAll('"', '') })
  }
  const query = new URLSearchParams({ uploadId: preSignedUrl.uploadId, analysisRequestId: id })
  await timed(`${url}/api/crop-images/complete?${query}`, json(parts))
  return { id, calls }
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
