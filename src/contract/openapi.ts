import { z } from 'zod'
import { api } from './api.ts'
import { BRAPI_PREFIX, type Endpoint, pathOf } from './endpoint.ts'

export type JsonObject = { [key: string]: unknown }

const MEANINGS: Record<number, string> = {
  200: 'Done',
  400: 'The input is not valid; `errors` names the fields at fault',
  401: 'No valid access token',
  403: 'Not allowed for this person',
  404: 'Not found, or not yours',
  409: 'In conflict with the current state',
  413: 'Too large',
  415: 'The content type of the body is not supported',
  429: 'Too many calls; see Retry-After',
  503: 'The server is busy; see Retry-After',
  507: 'No storage space is left',
  500: 'Server error; quote the x-request-id',
}

type Options = { serverUrl: string; version: string }

/** The OpenAPI 3.1 document of all endpoints. It takes a while: `pause` is called after each of them. */
export async function describeApi(options: Options, pause?: () => Promise<unknown>): Promise<JsonObject> {
  const paths: Record<string, JsonObject> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = pathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint) }
    await pause?.()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skyfurrow',
      version: options.version,
      description: 'Requests, uploads and reports of drone image analysis.',
    },
    servers: [{ url: options.serverUrl }],
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    paths,
  }
}

function describeEndpoint(name: string, endpoint: Endpoint): JsonObject {
  const isPublic = endpoint.access === 'public'
  const failures = new Set([
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(isBounded(endpoint) ? [413] : []),
    ...endpoint.errors,
    429,
    500,
  ])
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.`,
    'x-access': endpoint.access,
    'x-limit': endpoint.limit,
    ...(isBounded(endpoint) ? { 'x-body-bytes-max': endpoint.bodyBytesMax } : {}),
    security: isPublic ? [] : [{ accessToken: [] }],
    parameters: describeQuery(endpoint),
    ...(endpoint.encoding === 'none' ? {} : { requestBody: describeBody(endpoint) }),
    responses: {
      [endpoint.status]: answerOf(endpoint),
      ...Object.fromEntries(
        [...failures].map((status) => [status, answer(MEANINGS[status] ?? '', failureOf(endpoint))]),
      ),
    },
  }
}

const isBounded = ({ encoding }: Endpoint): boolean => encoding === 'json' || encoding === 'image'

/** Those of BrAPI are texts. */
const failureOf = ({ prefix }: Endpoint): JsonObject =>
  prefix === BRAPI_PREFIX ? { type: 'string' } : { $ref: '#/components/schemas/Failure' }

function describeQuery(endpoint: Endpoint): JsonObject[] {
  const { properties = {}, required = [] } = inputSchema(endpoint.query) as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: endpoint.path.includes(`{${name}}`) ? 'path' : 'query',
    required: required.includes(name),
    schema,
  }))
}

function describeBody(endpoint: Endpoint): JsonObject {
  if (endpoint.encoding === 'image')
    return { required: true, content: { 'image/*': { schema: { type: 'string', contentMediaType: 'image/*' } } } }
  const schema = inputSchema(endpoint.body)
  if (endpoint.encoding === 'json') return { required: true, content: { 'application/json': { schema } } }
  const { properties = {} } = schema as { properties?: Record<string, JsonObject> }
  const file = { ...properties['file'], items: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties: { ...properties, file } } } },
  }
}

function replySchema(endpoint: Endpoint): JsonObject {
  const reply = z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' }) as {
    properties?: JsonObject
    required?: string[]
  }
  if (endpoint.answers.startsWith('bare')) return reply
  const statusCode =
    endpoint.statusCodeAs === 'text' ? { type: 'string', const: '200' } : { type: 'integer', const: 200 }
  return {
    type: 'object',
    properties: { statusCode, message: { type: 'string', examples: [endpoint.success] }, ...reply.properties },
    required: ['statusCode', 'message', ...(reply.required ?? [])],
  }
}

const answerOf = (endpoint: Endpoint): JsonObject => {
  const meaning = MEANINGS[200] ?? ''
  if (endpoint.answers === 'csv') return answer(meaning, { type: 'string' }, 'text/csv')
  if (endpoint.answers === 'bytes') return answer(meaning, { type: 'string', contentMediaType: BYTES }, BYTES)
  if (endpoint.answers === 'picture') return answer(meaning, { type: 'string', contentMediaType: WEBP }, WEBP)
  const described = answer(meaning, replySchema(endpoint))
  if (['json', 'list', 'bare'].includes(endpoint.answers)) return described
  return {
    ...described,
    content: { ...(described['content'] as JsonObject), 'text/csv': { schema: { type: 'string' } } },
  }
}

const BYTES = 'application/octet-stream'
const WEBP = 'image/webp'

const inputSchema = (schema: z.ZodType): JsonObject => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const answer = (description: string, schema: JsonObject, type = 'application/json'): JsonObject => ({
  description,
  headers: { 'x-request-id': { schema: { type: 'string' } } },
  content: { [type]: { schema } },
})

const failureSchema = {
  type: 'object',
  properties: {
    statusCode: { type: ['integer', 'string'] },
    message: { type: 'string', description: 'A message for people' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    data: { description: 'On a conflict, the current state' },
  },
  required: ['statusCode', 'message'],
}
