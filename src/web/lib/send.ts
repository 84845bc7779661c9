import { z } from 'zod'
import type { Api, BodyIn, EndpointName, QueryIn, ReplyOf } from '#contract/api.ts'
import { type Endpoint, urlOf } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

type Nothing = Record<string, never>
type Part<Key extends string, Value> = Nothing extends Value ? { [K in Key]?: Value } : { [K in Key]: Value }
export type CallInput<Name extends EndpointName> = Part<'query', QueryIn<Name>> &
  Part<'body', BodyIn<Name>> & { signal?: AbortSignal }
/** The input is optional where the endpoint requires none. */
export type CallArguments<Name extends EndpointName> =
  Nothing extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
export type Reply<Name extends EndpointName> = ReplyOf<Name> & { message: string }

/** The calls that answer a file, or do on request. */
export type FileCall = {
  [Name in EndpointName]: Api[Name]['answers'] extends 'csv' | 'table' | 'bytes' ? Name : never
}[EndpointName]

type AnyInput = { query?: unknown; body?: unknown; signal?: AbortSignal }

/** statusCode is a number or a text (see statusCodeAs in the contract). */
const envelope = z.looseObject({
  statusCode: z.union([
    z.number(),
    z
      .string()
      .regex(/^\d{3}$/)
      .transform(Number),
  ]),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  data: z.unknown().optional(),
})

/** One call with the given token, without session handling and retry. */
export async function send<Name extends EndpointName>(
  endpoint: Api[Name],
  input: CallInput<Name> | undefined,
  accessToken?: string,
): Promise<Reply<Name>> {
  const response = await answer(endpoint, input ?? {}, accessToken)
  const read = await readEnvelope(response)
  const reply = endpoint.reply.safeParse(read)
  if (!reply.success) throw new ApiError(500, 'Invalid response data', { requestId: requestIdOf(response) })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not infer that an endpoint selects its own
  // schema
  return { ...(reply.data as ReplyOf<Name>), message: read.message }
}

/** Like `send`, for an endpoint that returns a file. */
export async function sendForFile<Name extends FileCall>(
  endpoint: Api[Name],
  input: CallInput<Name>,
  accessToken?: string,
): Promise<Response> {
  const response = await answer(endpoint, input, accessToken)
  // A failure comes in the envelope.
  if (!response.ok) await readEnvelope(response)
  return response
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined

async function readEnvelope(response: Response): Promise<z.infer<typeof envelope>> {
  const requestId = requestIdOf(response)
  const text = await response.text().catch(() => {
    // The connection broke, or the page was left, before the whole answer was there.
    throw new ApiError(0, undefined, { requestId })
  })
  const parsed = envelope.safeParse(jsonIn(text))
  if (!parsed.success)
    throw new ApiError(response.ok ? 500 : response.status, undefined, { requestId, isUnreadable: response.ok })
  const { statusCode, message, errors, data } = parsed.data
  if (statusCode !== 200) {
    const wait = Number(response.headers.get('retry-after'))
    throw new ApiError(statusCode, message, {
      errors: errors ?? [],
      requestId,
      retryAfterSeconds: wait > 0 ? wait : undefined,
      data,
    })
  }
  return parsed.data
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function answer(endpoint: Endpoint, input: AnyInput, accessToken: string | undefined): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(urlOf(endpoint, input.query ?? {}), {
      method: endpoint.method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new ApiError(0)
  }
}
