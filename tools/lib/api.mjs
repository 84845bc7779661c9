// Calls to a product that runs.
import { setTimeout as sleep } from 'node:timers/promises'

/** `caller` is where the product runs and the token to call it with, if any. */
export async function callProduct({ base, token }, { method, path, body }) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
  return answer
}

export const read = async (caller, path) => (await callProduct(caller, { method: 'GET', path })).data

export const call = (caller, path, body) => callProduct(caller, { method: 'POST', path, body })

/** Returns the id of the request, or of the map. */
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

/** Resolves to what is there, once it is. */
export async function until(isThere) {
  for (;;) {
    const found = await isThere()
    if (found) return found
    await sleep(1000)
  }
}
