import { seconds } from '#domain/units.ts'
import { CallError } from '#transfer/call-error.ts'
import { IDLE_TIMEOUT_MS } from '#transfer/retry-policy.ts'
import { requestFor } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { UploadError } from '#transfer/upload-error.ts'
import { userActivity } from '#web/lib/session/user-activity.ts'

const CORS_ERROR = "the file storage doesn't accept uploads from this page (CORS). Please tell us."
const PROBE_TIMEOUT_MS = seconds(10)

/** Sends a part with XMLHttpRequest, because fetch does not report upload progress. */
export const putPart: UploadCalls['put'] = ({ url, body, from, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    let idleTimer: ReturnType<typeof setTimeout> | undefined
    const stop = () => call.abort()
    const listen = () => {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => {
        reject(new CallError(0))
        stop()
      }, IDLE_TIMEOUT_MS)
    }
    const { method, headers } = requestFor(from)
    call.open(method, url)
    const type = body.type === '' ? { 'Content-Type': 'application/octet-stream' } : {}
    for (const [name, value] of Object.entries({ ...type, ...headers })) call.setRequestHeader(name, value)
    call.upload.addEventListener('progress', (event) => {
      listen()
      userActivity.record()
      onSent(event.loaded)
    })
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) resolve(call.getResponseHeader('ETag'))
      else reject(new CallError(call.status, '', retryAfter(call)))
    })
    call.addEventListener('error', () => void connectionError(url, signal).then(reject))
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    call.addEventListener('loadend', () => {
      clearTimeout(idleTimer)
      signal.removeEventListener('abort', stop)
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) return reject(new DOMException('The upload was stopped', 'AbortError'))
    listen()
    call.send(body)
  })

const retryAfter = (call: XMLHttpRequest): number | undefined =>
  Number(call.getResponseHeader('Retry-After')) || undefined

/**
 * Distinguishes a CORS error from a lost connection, which the browser reports alike. It is a CORS error when the store can be
 * reached, but not with such a call. Both probes have an invalid signature, so they change nothing.
 */
async function connectionError(url: string, signal: AbortSignal): Promise<Error> {
  if (new URL(url).origin === location.origin) return new CallError(0)
  const reaches = (how: RequestInit) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
    return fetch(`${url}&probe=1`, { ...how, cache: 'no-store', signal: ends }).then(yes, no)
  }
  const lets = () => reaches({ method: 'PUT', body: '' })
  const isRefused = !(await lets()) && (await reaches({ mode: 'no-cors' })) && !(await lets())
  return isRefused ? new UploadError(CORS_ERROR) : new CallError(0)
}

const yes = () => true
const no = () => false
