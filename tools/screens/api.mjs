// Calls to a product that runs.
import { setTimeout as sleep } from 'node:timers/promises'

/** `caller` is where the product runs and the token to call it with. Returns the id of the request, or of the map. */
export async function upload(caller, side, { content, publish = true, ...start }) {
  const { data } = await call(caller, `/${side}/generate-presigned-url/new`, {
    ...start,
    totalChunks: 1,
    fileSize: content.length,
  })
  const { preSignedUrls, uploadId } = data.preSignedUrl
  const put = await fetch(preSignedUrls[1], { method: 'PUT', body: content })
  const etag = put.headers.get('etag').replaceAll('"', '')
  const id = `${side === 'maps' ? 'fileId' : 'analysisRequestId'}=${data.id}`
  const path = `/${side}/complete?uploadId=${uploadId}&${id}${publish ? '' : '&publish=false'}`
  await call(caller, path, [{ partNumber: 1, etag }])
  return data.id
}

export async function logIn(base, person) {
  const { data } = await call({ base, token: null }, '/auth/login', person)
  return { base, token: data.accessToken }
}

export async function read({ base, token }, path) {
  const response = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

export async function call({ base, token }, path, body) {
  const response = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${answer.message}`)
  return answer
}

/** Resolves to what is there, once it is. */
export async function until(isThere) {
  for (;;) {
    const found = await isThere()
    if (found) return found
    await sleep(1000)
  }
}
