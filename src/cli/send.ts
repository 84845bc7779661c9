import { z } from 'zod'
import { api, type BodyIn, type EndpointName, type QueryIn, type ReplyOf } from '#contract/api.ts'
import { urlOf } from '#contract/endpoint.ts'
import { CallError } from '#transfer/call-error.ts'
import { IDLE_TIMEOUT_MS } from '#transfer/retry-policy.ts'

export type CallInput<Name extends EndpointName> = { query?: QueryIn<Name>; body?: BodyIn<Name>; signal?: AbortSignal }
type AnyInput = { query?: object; body?: unknown; signal?: AbortSignal }

const DEVICE = 'Skyfurrow CLI'

/** statusCode is a number or text (contract: statusCodeAs). */
const envelope = z.looseObject({
  statusCode: z.coerce.number(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string() })).default([]),
})

/** Validation errors of single fields. */
export class FieldError extends CallError {
  readonly fields: readonly string[]

  constructor(status: number, message: string, fields: readonly string[]) {
    super(status, message)
    this.name = 'FieldError'
    this.fields = fields
  }
}

/**
 * Sends one call with the given token. @throws CallError with the message of the server, or with status 0 when there is no
 * response.
 */
export async function send<Name extends EndpointName>(
  server: string,
  name: Name,
  { accessToken, ...input }: CallInput<Name> & { accessToken?: string },
): Promise<ReplyOf<Name>> {
  const response = await answer(new URL(urlOf(api[name], input.query ?? {}), server), { name, input, accessToken })
  const content: unknown = await response.json().catch(() => undefined)
  const parsed = envelope.safeParse(content)
  // A proxy in between has answered, so the server is unavailable for now.
  if (!parsed.success) throw new CallError(response.ok ? 502 : response.status, `${server} is not a Skyfurrow server`)
  const { statusCode, message, errors } = parsed.data
  if (errors.length > 0)
    throw new FieldError(
      statusCode,
      message,
      errors.map(({ field }) => field),
    )
  if (statusCode !== 200)
    throw new CallError(statusCode, message, retryAfterSeconds(response.headers.get('retry-after')))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not infer that a name selects its own
  // schema
  return api[name].reply.parse(content) as ReplyOf<Name>
}

export const retryAfterSeconds = (header: string | null | undefined): number | undefined => Number(header) || undefined

type Asked = { name: EndpointName; input: AnyInput; accessToken: string | undefined }

async function answer(url: URL, { name, input, accessToken }: Asked): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': DEVICE }
  if (accessToken !== undefined) headers['authorization'] = `Bearer ${accessToken}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const idleTimeout = AbortSignal.timeout(IDLE_TIMEOUT_MS)
  try {
    return await fetch(url, {
      method: api[name].method,
      headers,
      signal: input.signal ? AbortSignal.any([input.signal, idleTimeout]) : idleTimeout,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new CallError(0)
  }
}
