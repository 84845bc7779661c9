import { api, type EndpointName } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { TestServer } from './test-server.ts'

type RawInput = {
  token?: string | undefined
  /** The encoded query, or values to encode. */
  query?: string | Record<string, string>
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an endpoint with untyped, possibly invalid input. */
export async function ask(server: TestServer, name: EndpointName, { token, query = '', body, headers }: RawInput = {}) {
  const { method } = api[name]
  const search = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  const response = await fetch(`${server.url}${pathOf(api[name])}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { message: string; errors?: { field: string; message: string }[] }
  return { status: response.status, ...answer, headers: response.headers }
}

/** The response for one invalid field. */
export const refusal = (field: string, message: string) => ({
  status: 400,
  message,
  errors: [{ field, message }],
})
