import type { UploadCalls } from './upload-engine.ts'

/** Sends a part with XMLHttpRequest, since fetch tells nothing of the bytes that have gone out. */
export const putPart: UploadCalls['put'] = ({ url, body, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const stop = () => call.abort()
    call.open('PUT', url)
    if (body.type === '') call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.upload.addEventListener('progress', (event) => onSent(event.loaded))
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) resolve(call.getResponseHeader('ETag'))
      else reject(new Error(`The storage answered ${call.status}`))
    })
    call.addEventListener('error', () => reject(new Error('The connection was lost')))
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    call.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    if (signal.aborted) return reject(new DOMException('The upload was stopped', 'AbortError'))
    call.send(body)
  })
