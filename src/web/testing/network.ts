import { type Api, api, type BodyIn, type EndpointName, type QueryIn, type ReplyOf } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'

type Call = { query: Record<string, string>; body: unknown }
type Sent<Name extends EndpointName> = { query: QueryIn<Name>; body: BodyIn<Name> }
export type Respond = (call: Call) => Response | Promise<Response>

let responses = new Map<EndpointName, Respond>()
let calls: { name: EndpointName | undefined; address: string; authorization: string | null; call: Call }[] = []
let respondToAll: Respond | undefined

export const envelope = (statusCode: number, message: string, more: object = {}): Response =>
  Response.json({ statusCode, message, ...more }, { status: statusCode })

export const noResponse: Respond = () => Promise.reject(new TypeError('Failed to fetch'))

/** The network below a screen. The product is real down to `fetch`; what comes back is what a test says here. */
export const network = {
  /** The server gives this reply. */
  reply: <Name extends EndpointName>(name: Name, reply: ReplyOf<Name>): void =>
    void responses.set(name, () => envelope(200, api[name].success, reply)),
  hasReply: (name: EndpointName): boolean => responses.has(name),
  /** Something else comes back: a refusal, the page of a proxy, nothing. */
  respond: (name: EndpointName, respond: Respond): void => void responses.set(name, respond),
  /** To every call but those of the session, whatever else was said. */
  respondToAll: (respond: Respond): void => {
    respondToAll = respond
  },
  sent: <Name extends EndpointName>(name: Name): Sent<Name>[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The screens send what the contract asks for.
    calls.filter((made) => made.name === name).map(({ call }) => call as Sent<Name>),
  /** With which token each of these calls was made. */
  authorizations: (name: EndpointName): (string | null)[] =>
    calls.filter((made) => made.name === name).map(({ authorization }) => authorization),
  /** The calls that the test says nothing about. */
  unanswered: (): string[] =>
    respondToAll ? [] : calls.filter(({ name }) => !name || !responses.has(name)).map(({ address }) => address),
  reset: (): void => {
    responses = new Map()
    calls = []
    respondToAll = undefined
  },
}

export async function fakeFetch(
  input: string | URL,
  { method = 'GET', body, headers }: RequestInit = {},
): Promise<Response> {
  const { pathname, searchParams } = new URL(input, location.origin)
  const call = {
    query: Object.fromEntries(searchParams),
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
  }
  const name = nameOf(method, pathname)
  const authorization = new Headers(headers).get('authorization')
  calls.push({ name, address: `${method} ${pathname}`, authorization, call })
  const said = name && responses.get(name)
  const respond = pathname.startsWith('/api/auth/') ? said : (respondToAll ?? said)
  return respond ? respond(call) : envelope(501, 'The test says nothing about this call')
}

const nameOf = (method: string, path: string): EndpointName | undefined =>
  Object.entries(api).find(
    ([, endpoint]: [string, Api[EndpointName]]) => endpoint.method === method && pathOf(endpoint) === path,
  )?.[0] as EndpointName | undefined
