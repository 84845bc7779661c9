import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Operation = 'list' | 'create' | 'parts' | 'complete' | 'head' | 'read' | 'part' | 'abort' | 'delete' | 'uploads'
/**
 * The failure of a call: an error response, an error inside a 200, or a connection that is closed instead of a
 * response, before or after the work.
 */
export type Fault = { status: number; code: string } | 'error-in-200' | 'cut' | 'done-then-cut' | 'cut-half-way'

export type S3Proxy = {
  endpoint: string
  /** Sets the faults of the next calls of an operation. With `forever` the last one is repeated. */
  fail: (operation: Operation, faults: readonly Fault[], options?: { forever?: boolean }) => void
  reset: () => void
  callsOf: (operation: Operation) => number
  /** How far its clock is ahead. */
  setSkew: (milliseconds: number) => void
  close: () => Promise<void>
}

/** A minimal S3 server for one upload at a time that fails on demand, as a real one can't. */
export async function openS3Proxy(): Promise<S3Proxy> {
  const faults = new Map<Operation, Fault[]>()
  const lasting = new Set<Operation>()
  const calls: Operation[] = []
  let skewMs = 0
  const store: Store = { parts: new Map(), object: undefined, isOpen: false }

  const nextFault = (operation: Operation): Fault | undefined => {
    const queue = faults.get(operation) ?? []
    return queue.length === 1 && lasting.has(operation) ? queue[0] : queue.shift()
  }
  const server = createServer((request, response) => {
    void handleCall(request, response)
  })
  const handleCall = async (request: IncomingMessage, response: ServerResponse) => {
    const body: Buffer[] = []
    for await (const piece of request) body.push(piece as Buffer)
    const operation = operationOf(request)
    calls.push(operation)
    response.setHeader('date', new Date(Date.now() + skewMs).toUTCString())
    const fault = nextFault(operation)
    if (fault === 'cut') request.socket.destroy()
    else if (fault === 'error-in-200') response.end(errorXml('InternalError'))
    else if (typeof fault === 'object') response.writeHead(fault.status).end(errorXml(fault.code))
    else {
      const { status, headers, body: answer } = HANDLERS[operation](store, request, Buffer.concat(body))
      if (fault === 'done-then-cut') request.socket.destroy()
      else response.writeHead(status, headers)
      if (fault === 'cut-half-way')
        response.write(answer?.subarray(0, answer.length / 2), () => request.socket.destroy())
      else response.end(answer)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (operation, list, { forever = false } = {}) => {
      faults.set(operation, [...list])
      if (forever) lasting.add(operation)
    },
    reset: () => {
      faults.clear()
      lasting.clear()
      calls.length = 0
      skewMs = 0
    },
    callsOf: (operation) => calls.filter((one) => one === operation).length,
    setSkew: (milliseconds) => {
      skewMs = milliseconds
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Store = { parts: Map<number, Buffer>; object: Buffer | undefined; isOpen: boolean }
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer }

function operationOf({ method = '', url = '' }: IncomingMessage): Operation {
  const { searchParams } = new URL(url, 'http://front')
  if (searchParams.has('list-type')) return 'list'
  const about = searchParams.has('uploads') ? 'uploads' : searchParams.has('uploadId') ? 'upload' : 'object'
  return OPERATIONS[`${method} ${about}`] ?? 'read'
}

const OPERATIONS: Record<string, Operation> = {
  'POST uploads': 'create',
  'GET uploads': 'uploads',
  'GET upload': 'parts',
  'POST upload': 'complete',
  'PUT upload': 'part',
  'DELETE upload': 'abort',
  'DELETE object': 'delete',
  'HEAD object': 'head',
}

const xml = (text: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(text),
})
const errorXml = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
const gone = (code: string): Answer => ({ status: 404, body: Buffer.from(errorXml(code)) })
const etagOf = (number: number): string => `"etag-${number}"`

const HANDLERS: Record<Operation, (store: Store, request: IncomingMessage, body: Buffer) => Answer> = {
  list: ({ object }) =>
    xml(`<ListBucketResult>${object ? '<Contents><Key>any</Key></Contents>' : ''}</ListBucketResult>`),
  create(store) {
    Object.assign(store, { parts: new Map(), object: undefined, isOpen: true })
    return xml('<InitiateMultipartUploadResult><UploadId>2~upload</UploadId></InitiateMultipartUploadResult>')
  },
  uploads: () => xml('<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'),
  part(store, request, body) {
    const number = Number(new URL(request.url ?? '', 'http://front').searchParams.get('partNumber'))
    store.parts.set(number, body)
    return { status: 200, headers: { etag: etagOf(number) } }
  },
  parts(store) {
    if (!store.isOpen) return gone('NoSuchUpload')
    const parts = [...store.parts].map(
      ([number, { length }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(number)}</ETag><Size>${length}</Size></Part>`,
    )
    return xml(`<ListPartsResult>${parts.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`)
  },
  complete(store) {
    if (!store.isOpen) return gone('NoSuchUpload')
    Object.assign(store, { object: Buffer.concat([...store.parts.values()]), isOpen: false })
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  },
  head: ({ object }) =>
    object ? { status: 200, headers: { 'content-length': String(object.length), etag: '"whole-1"' } } : { status: 404 },
  read({ object }, request) {
    if (!object) return gone('NoSuchKey')
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const body = object.subarray(start)
    return { status: 206, headers: { 'content-length': String(body.length) }, body }
  },
  abort(store) {
    store.isOpen = false
    return { status: 204 }
  },
  delete(store) {
    store.object = undefined
    return { status: 204 }
  },
}
