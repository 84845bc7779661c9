import { CallFault } from '#transfer/call-fault.ts'
import { SILENCE_MS } from '#transfer/patience.ts'
import type { UploadCalls } from '#transfer/transfer.ts'

/** Sends a part with XMLHttpRequest, since fetch tells nothing of the bytes that have gone out. */
export const putPart: UploadCalls['put'] = ({ url, body, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout> | undefined
    const stop = () => call.abort()
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        reject(new CallFault(0))
        stop()
      }, SILENCE_MS)
    }
    call.open('PUT', url)
    if (body.type === '') call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.upload.addEventListener('progress', (event) => {
      listen()
      onSent(event.loaded)
    })
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) resolve(call.getResponseHeader('ETag'))
      else reject(new CallFault(call.status, '', retryAfter(call)))
    })
    call.addEventListener('error', () => reject(new CallFault(0)))
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    call.addEventListener('loadend', () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) return reject(new DOMException('The upload was stopped', 'AbortError'))
    listen()
    call.send(body)
  })

const retryAfter = (call: XMLHttpRequest): number | undefined =>
  Number(call.getResponseHeader('Retry-After')) || undefined
