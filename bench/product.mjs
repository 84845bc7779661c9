// Calls of the product, as the accounts that come with it.
import { openAsBlob } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { callProduct } from '../tools/lib/api.mjs'

const PASSWORD = 'Skyfurrow1!'
const STAFF = { email: 'staff@skyfurrow.example', password: PASSWORD }
const CUSTOMER = { email: 'customer@skyfurrow.example', password: PASSWORD }
const PROJECT = 'Soybean_Yield_Trial'

/** Sends a request, publishes `path` as its report, and waits for the copy. @returns the request and the map's copy. */
export async function publishMap(url, path, { partBytes } = {}) {
  const request = await send(url, {
    as: CUSTOMER,
    side: 'crop-images',
    name: 'flight.zip',
    content: new Blob(['photos']),
  })
  const content = await openAsBlob(path)
  await send(url, { as: STAFF, side: 'admin-crop', name: 'map.tif', content, partBytes, id: request })
  for (;;) {
    const { data } = await call(url, { as: CUSTOMER, method: 'GET', path: `/maps?analysisRequestId=${request}` })
    const [map] = data
    if (map?.state === 'READY') return { request, bytes: map.bytes }
    if (map?.state === 'FAILED' || map?.state === 'NOT_A_MAP') throw new Error(map.reason)
    await wait(1000)
  }
}

/** The link to the copy for viewing. */
export async function linkOf(url, request) {
  const { data } = await call(url, { as: CUSTOMER, method: 'GET', path: `/maps?analysisRequestId=${request}` })
  return data[0].url
}

/** Calls as the demo customer. */
export const asCustomer = (url) => (method, path, body) => call(url, { as: CUSTOMER, method, path, body })

/** @returns the session */
export const logIn = async (url, person = CUSTOMER) =>
  (await call(url, { method: 'POST', path: '/auth/login', body: person })).data

async function send(url, { as, side, name, content, partBytes = content.size, id = '' }) {
  const parts = Math.ceil(content.size / partBytes)
  const wanted = { fileName: name, id, totalChunks: parts, fileSize: content.size }
  const { request, query, preSignedUrls } = await beginUpload(url, { as, side, wanted })
  const receipts = []
  for (let part = 0; part < parts; part += 1) {
    const body = content.slice(part * partBytes, (part + 1) * partBytes)
    const { headers } = await fetch(preSignedUrls[part + 1], { method: 'PUT', body })
    receipts.push({ partNumber: part + 1, etag: headers.get('etag').replaceAll('"', '') })
  }
  await call(url, { as, method: 'POST', path: `/${side}/complete?${query}`, body: receipts })
  return request
}

/** @returns its request, its key in the store, the links of its parts, and the query of later calls about it */
export async function beginUpload(url, { as = CUSTOMER, side = 'crop-images', wanted }) {
  const body = { description: '', projectType: PROJECT, id: '', reportCategories: ['orthomosaic'], ...wanted }
  const { data } = await call(url, { as, method: 'POST', path: `/${side}/generate-presigned-url/new`, body })
  const { preSignedUrls, uploadId, key } = data.preSignedUrl
  const query = new URLSearchParams({ uploadId, analysisRequestId: data.id })
  return { request: data.id, key, preSignedUrls, query }
}

/** With a new login for each call: a run takes longer than a token is valid. */
async function call(url, { as, ...wanted }) {
  const token = as && (await logIn(url, as)).accessToken
  return callProduct({ base: url, token }, wanted)
}
