import type { FastifyInstance, FastifyReply } from 'fastify'
import { api, type EndpointName } from '#contract/api.ts'
import { type Endpoint, methodsAt, pathOf } from '#contract/endpoint.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { LINK_URL_TTL_MS } from '#domain/links.ts'
import type { Actor, Caller } from '../actor.ts'
import type { Deps } from '../deps.ts'
import type { Call, Handlers, Lines } from '../handler.ts'
import type { ListReply, TableReply } from '../table-reply.ts'
import { authorize } from './authorize.ts'
import { createLongAnswers } from './limits/long-answers.ts'
import { createRateLimiter } from './limits/rate-limit.ts'
import { readMultipart } from './request/multipart.ts'
import { readInput } from './request/read-input.ts'
import { success } from './response/envelope.ts'
import { jsonExpected, pictureExpected } from './response/errors.ts'
import { sendStream } from './response/send-stream.ts'
import { sendList, sendTable } from './response/send-table.ts'
import { signalOf } from './response/signal-of.ts'
import { withoutPeople } from './response/without-people.ts'

declare module 'fastify' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface FastifyRequest {
    caller: Caller | Actor
  }
}

/** What differs from endpoint to endpoint. */
type Own = 'caller' | 'query' | 'body'
type LooseHandler = (call: Omit<Call<EndpointName>, Own> & Record<Own, unknown>) => Promise<object | undefined>

/** Registers a route for every endpoint of the contract: access, input and output. */
export function registerApi(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('caller')
  const limits = createRateLimiter(deps)
  const longAnswers = createLongAnswers()
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name]
    // TypeScript has checked each handler against its own endpoint; here they share one type.
    const handler = handlers[name] as unknown as LooseHandler
    app.route({
      method: endpoint.method,
      url: pathOf(endpoint).replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint, hasLongBody: endpoint.encoding === 'form' || endpoint.encoding === 'image' },
      bodyLimit: endpoint.bodyBytesMax,
      onRequest: async (request) => {
        // First, so that rejected calls are counted by their address, too.
        await limits.countAddress(endpoint.limit, request.ip)
        request.caller = await authorize(deps, request, endpoint)
        if ('userId' in request.caller) await limits.countAccount(endpoint.limit, request.caller)
      },
      handler: async (request, reply) => {
        rejectDuplicateParameters(request.query as Record<string, unknown>)
        const query = readInput(endpoint.query, { ...(request.query as object), ...(request.params as object) })
        if (endpoint.encoding === 'json' && request.isMultipart()) throw jsonExpected()
        if (endpoint.encoding === 'image' && request.isMultipart()) throw pictureExpected()
        const isRead = endpoint.encoding === 'json' && !endpoint.isReadByWorker
        const body = isRead ? readInput(endpoint.body, request.body) : {}
        const bytes = endpoint.isReadByWorker ? bytesOf(request.body) : new Uint8Array()
        const form = readMultipart(request)
        const signal = signalOf(reply)
        const { accept = '' } = request.headers
        if (endpoint.answers !== 'json' && 'userId' in request.caller)
          await takeUntilClosed(reply, longAnswers(request.caller.userId))
        const isVisitor = 'link' in request.caller
        const given = isVisitor ? { ...deps, signedUrlMs: LINK_URL_TTL_MS } : deps
        const result = await handler({ deps: given, caller: request.caller, query, body, form, bytes, accept, signal })
        if (endpoint.answers === 'csv' || endpoint.answers === 'bytes' || endpoint.answers === 'picture')
          return sendStream(reply, { type: endpoint.answers, chunks: result as AsyncIterable<string | Uint8Array> })
        if (endpoint.answers === 'list') return sendList(reply, endpoint, result as ListReply<object>)
        if (endpoint.answers === 'table') return sendTable(reply, endpoint, result as TableReply)
        if (endpoint.answers === 'bare-table' && result && 'chunks' in result) {
          const { format, chunks } = result as Lines
          return sendStream(reply, { type: format, chunks })
        }
        // Only fields of the contract leave the server.
        const whole = endpoint.reply.parse(result ?? {}) as object
        const answer = isVisitor ? withoutPeople(whole) : whole
        return reply
          .code(endpoint.status)
          .send(endpoint.answers.startsWith('bare') ? answer : success(endpoint, answer))
      },
    })
  }
  rejectOtherMethods(app)
}

/** Who has gone away meanwhile gives the place back at once. */
async function takeUntilClosed({ raw }: FastifyReply, place: Promise<() => void>): Promise<void> {
  const release = await place
  if (raw.closed) release()
  else raw.once('close', release)
}

/** A call without a body has none. */
const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

/** Also rejects parameters that the call does not know: a proxy may read the first value where we read the last. */
function rejectDuplicateParameters(query: Record<string, unknown>): void {
  const field = Object.keys(query).find((key) => Array.isArray(query[key]))
  if (field === undefined) return
  throw errorAt(field, `${field} may be given only once`)
}

/** Before the body is read: a wrong method is an error with any body. */
function rejectOtherMethods(app: FastifyInstance): void {
  const endpoints = Object.values<Endpoint>(api)
  app.addHook('onRequest', async (request, reply) => {
    const allowed = request.is404 ? methodsAt(endpoints, request.url.split('?', 1)[0] ?? '') : []
    if (allowed.length === 0) return
    reply.header('allow', allowed.join(', '))
    throw new AppError('method-not-allowed', `This call accepts only ${allowed.join(' or ')}`)
  })
}
