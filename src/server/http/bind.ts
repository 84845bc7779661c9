import type { FastifyInstance, HTTPMethods } from 'fastify'
import { API_PREFIX, api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor, Caller } from '../actor.ts'
import type { Deps } from '../deps.ts'
import type { FormPart, Handlers } from '../handler.ts'
import { admit } from './auth.ts'
import { sendCsv } from './csv.ts'
import { success } from './envelope.ts'
import { jsonExpected } from './errors.ts'
import { readForm } from './form.ts'
import { openCallLimits } from './limit-calls.ts'
import { readInput } from './read-input.ts'

declare module 'fastify' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface FastifyRequest {
    caller: Caller | Actor
  }
}

type LooseHandler = (call: {
  deps: Deps
  caller: unknown
  query: unknown
  body: unknown
  form: AsyncIterable<FormPart>
}) => Promise<object | undefined>

/** Makes a route of every endpoint of the table: who may call, what comes in, what goes out. */
export function bindApi(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('caller')
  const limits = openCallLimits(deps)
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name]
    // The table's types have checked each handler against its own endpoint; here they are all alike.
    const handler = handlers[name] as unknown as LooseHandler
    app.route({
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      config: { endpoint, bodyTakesItsTime: endpoint.encoding === 'form' },
      bodyLimit: endpoint.bodyBytesMax,
      onRequest: async (request) => {
        // First: also the calls that are refused for who makes them are counted.
        await limits.countAddress(endpoint.limit, request.ip)
        request.caller = await admit(deps, request, endpoint.access)
        if ('userId' in request.caller) await limits.countAccount(endpoint.limit, request.caller.userId)
      },
      handler: async (request, reply) => {
        refuseRepeated(request.query as Record<string, unknown>)
        const query = readInput(endpoint.query, request.query)
        if (endpoint.encoding === 'json' && request.isMultipart()) throw jsonExpected()
        const body = endpoint.encoding === 'json' ? readInput(endpoint.body, request.body) : {}
        const form = readForm(request)
        const result = await handler({ deps, caller: request.caller, query, body, form })
        if (endpoint.answers === 'csv') return sendCsv(reply, result as AsyncIterable<string>)
        // Only what the contract names leaves the server.
        return reply.send(success(endpoint, endpoint.reply.parse(result ?? {}) as object))
      },
    })
  }
  refuseOtherMethods(app)
}

/** Also a value that the call does not know: what stands between may read the first where we would read the last. */
function refuseRepeated(query: Record<string, unknown>): void {
  const field = Object.keys(query).find((key) => Array.isArray(query[key]))
  if (field === undefined) return
  const message = `${field} may be given only once`
  throw new AppError('invalid', message, { errors: [{ field, message }] })
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function refuseOtherMethods(app: FastifyInstance): void {
  const byPath = Map.groupBy(Object.values<Endpoint>(api), (endpoint) => endpoint.path)
  for (const [path, endpoints] of byPath) {
    const allowed = endpoints.map((endpoint) => endpoint.method)
    app.route({
      method: METHODS.filter((method) => !allowed.some((one) => one === method)),
      url: API_PREFIX + path,
      // Before the body is looked at: a wrong method is wrong whatever comes with it.
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new AppError('method-not-allowed', `This call takes ${allowed.join(' or ')} only`)
      },
      handler: async () => undefined,
    })
  }
}
