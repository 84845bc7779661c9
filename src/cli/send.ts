import { z } from 'zod'
import { API_PREFIX, api, type BodyIn, type EndpointName, type QueryIn, type ReplyOf } from '#contract/api.ts'
import { CallError } from '#transfer/call-error.ts'
import { SILENCE_MS } from '#transfer/retry-policy.ts'

export type CallInput<Name extends EndpointName> = { query?: QueryIn<Name>; body?: BodyIn<Name>; signal?: AbortSignal }
type AnyInput = { query?: object; body?: unknown; signal?: AbortSignal }

const DEVICE = 'Skyfurrow command line'

/** statusCode comes as a number or as text (contract: statusCodeAs). */
const envelope = z.looseObject({
  statusCode: z.coerce.number(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string() })).default([]),
})

/** The server finds single fields at fault. */
export class FieldFault extends CallError {
  readonly fields: readonly string[]

  constructor(status: number, message: string, fields: readonly string[]) {
    super(status, message)
    this.name = 'FieldFault'
    this.fields = fields
  }
}

/** One call, with the token as given. @throws CallError with the server's own words, status 0 when no answer came. */
export async function send<Name extends EndpointName>(
  server: string,
  name: Name,
  { accessToken, ...input }: CallInput<Name> & { accessToken?: string },
): Promise<ReplyOf<Name>> {
  const response = await answer(new URL(API_PREFIX + api[name].path, server), { name, input, accessToken })
  const content: unknown = await response.json().catch(() => undefined)
  const parsed = envelope.safeParse(content)
  // Something between here and the server answers in its place: not now, then.
  if (!parsed.success) throw new CallError(response.ok ? 502 : response.status, `${server} is no Skyfurrow server`)
  const { statusCode, message, errors } = parsed.data
  if (errors.length > 0)
    throw new FieldFault(
      statusCode,
      message,
      errors.map(({ field }) => field),
    )
  if (statusCode !== 200)
    throw new CallError(statusCode, message, retryAfterSeconds(response.headers.get('retry-after')))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not see that a name picks its own schema
  return api[name].reply.parse(content) as ReplyOf<Name>
}

export const retryAfterSeconds = (header: string | null | undefined): number | undefined => Number(header) || undefined

type Asked = { name: EndpointName; input: AnyInput; accessToken: string | undefined }

async function answer(url: URL, { name, input, accessToken }: Asked): Promise<Response> {
  for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, String(value))
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': DEVICE }
  if (accessToken !== undefined) headers['authorization'] = `Bearer ${accessToken}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const silence = AbortSignal.timeout(SILENCE_MS)
  try {
    return await fetch(url, {
      method: api[name].method,
      headers,
      signal: input.signal ? AbortSignal.any([input.signal, silence]) : silence,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new CallError(0)
  }
}
