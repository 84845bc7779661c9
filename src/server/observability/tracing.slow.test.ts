import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minutes } from '#domain/units.ts'
import { logInAsDemoCustomer, refOf } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** What a collector receives. */
const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += String(piece)))
  request.on('end', () => {
    bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
const sent = (): Sent[] => bodies.map((body) => JSON.parse(body) as Sent)
const spans = (): Span[] =>
  sent().flatMap((one) => one.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
const attribute = (list: Attribute[], key: string) => list.find((one) => one.key === key)?.value
const patient = { timeout: 60_000, interval: 50 }

let product: ServerProcess
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  product = await prepareServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
})
afterAll(async () => {
  await product.remove()
  collector.close()
})

test(
  'a call is a span under its name, and the job that it enqueued is a child; no personal data is exported',
  async () => {
    await product.start()
    const customer = await logInAsDemoCustomer(product.url)
    const slots = await customer.start(Buffer.from('flight'))
    const given = await fetch(`${product.url}/no-such-page?email=carla`, {
      headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    })
    await customer.call('cancelUpload', { query: refOf(slots) })
    await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain('job delete-upload-data'), patient)

    const [call] = spans().filter(({ name }) => name === 'cancelUpload')
    const [job] = spans().filter(({ name }) => name === 'job delete-upload-data')
    expect(call).toMatchObject({ kind: 2 })
    expect(job).toMatchObject({ traceId: call?.traceId, parentSpanId: call?.spanId })
    expect(attribute(call?.attributes ?? [], 'http.response.status_code')).toEqual({ intValue: 200 })
    expect(attribute(sent()[0]?.resourceSpans[0]?.resource.attributes ?? [], 'service.name')).toEqual({
      stringValue: 'skyfurrow',
    })
    const pages = spans().filter(
      ({ attributes }) =>
        attribute(attributes, 'skyfurrow.request_id')?.stringValue === given.headers.get('x-request-id'),
    )
    expect(pages).toHaveLength(1)
    // No caller may set the trace of a call.
    expect(pages[0]?.traceId).not.toBe('a'.repeat(32))
    expect(bodies.join()).not.toContain('carla')
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(3),
)

test(
  'a call from a trusted proxy continues the trace that it names',
  async () => {
    await product.start({ TRUSTED_PROXIES: '127.0.0.0/8' })
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
    for (const header of ['nonsense', traceparent])
      await fetch(`${product.url}/healthz`, { headers: { traceparent: header } })
    await vi.waitFor(() => {
      const named = spans().filter(({ traceId }) => traceId === 'c'.repeat(32))
      expect(named).toMatchObject([{ name: 'health', parentSpanId: 'd'.repeat(16) }])
    }, patient)
  },
  minutes(3),
)
