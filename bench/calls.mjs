// Calls of the product as its clients make them, and how long they take.
import { setTimeout as wait } from 'node:timers/promises'
import { percentiles } from './report.mjs'

const PAUSE_MS = 120

/** With a body it is a POST. @returns what the answer says. @throws when it is refused */
export async function call(address, headers = {}, body) {
  const sent = body !== undefined && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  }
  const response = await fetch(address, { headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
  return text.startsWith('{') ? JSON.parse(text) : text
}

/** `headers` go along with every call, such as the caller's address. @returns those of the person's calls, and who they are */
export async function logIn(url, { email, password }, headers = {}) {
  const { data } = await call(`${url}/api/auth/login`, headers, { email, password })
  return { person: data, headers: { ...headers, authorization: `Bearer ${data.accessToken}` } }
}

/** The archive of a new request, in one part. @returns the id of the request. `took` gets the time of each call, in ms */
export const sendArchive = (url, headers, { content, took, projectType }) =>
  send(`${url}/api/crop-images`, headers, {
    content,
    took,
    start: {
      fileName: 'flight.zip',
      description: 'Flight at noon',
      projectType,
      reportCategories: ['orthomosaic'],
    },
    queryOf: (analysisRequestId) => ({ analysisRequestId }),
  })

/** A map of a project, in one part. @returns its id */
export const sendMap = (url, headers, { content, fileName, projectType, took }) =>
  send(`${url}/api/maps`, headers, {
    content,
    took,
    start: { fileName, projectType },
    queryOf: (fileId) => ({ fileId }),
  })

async function send(address, headers, { content, start, queryOf, took = () => undefined }) {
  const timed = async (work) => {
    const at = performance.now()
    const answer = await work()
    took(performance.now() - at)
    return answer
  }
  const body = { ...start, totalChunks: 1, fileSize: content.length }
  const { data } = await timed(() => call(`${address}/generate-presigned-url/new`, headers, body))
  const { uploadId, preSignedUrls } = data.preSignedUrl
  // In production it names the host of the public address.
  const part = preSignedUrls[1].replace(/^https?:\/\/[^/]+/, new URL(address).origin)
  const put = await timed(() => fetch(part, { method: 'PUT', body: content }))
  const parts = [{ partNumber: 1, etag: put.headers.get('etag').replaceAll('"', '') }]
  const query = new URLSearchParams({ uploadId, ...queryOf(data.id) })
  await timed(() => call(`${address}/complete?${query}`, headers, parts))
  return data.id
}

/**
 * Makes calls of several kinds while `work` goes on, those of a kind one after another; the function of a kind says how long each took.
 * @returns of each kind the percentiles of report.mjs
 */
export async function timesWhile(kinds, work) {
  const state = { isOver: false }
  const watched = Object.entries(kinds).map(async ([what, { calls, pauseMs = PAUSE_MS }]) => {
    const times = []
    while (!state.isOver) {
      await calls((ms) => times.push(ms))
      await wait(pauseMs)
    }
    return [what, percentiles(times)]
  })
  try {
    await work()
  } finally {
    state.isOver = true
  }
  return Object.fromEntries(await Promise.all(watched))
}

/** For `timesWhile`: one call. */
export const timed = (address, headers) => async (took) => {
  const started = performance.now()
  await call(address, headers)
  took(performance.now() - started)
}
