import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { describeApi, type JsonObject } from '#contract/openapi.ts'
import { escapeHtml } from '../../adapters/email/template.ts'
import { PAGE_CSS, page } from './html-page.ts'

type Options = { serverUrl: string; version: string }

/** Serves the OpenAPI document, and a page without scripts that shows it. Both are made at the first request for one. */
export function apiDocs(app: FastifyInstance, options: Options): void {
  let made: ReturnType<typeof makeDocs> | undefined
  const docs = () => (made ??= makeDocs(options))
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((await docs()).json),
  )
  app.get(`${API_PREFIX}/docs`, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((await docs()).html),
  )
  app.get(`${API_PREFIX}/docs.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_CSS))
}

async function makeDocs(options: Options): Promise<{ json: string; html: string }> {
  const document = await describeApi(options, nextTurn)
  return {
    json: JSON.stringify(document),
    html: page({ title: 'Skyfurrow API', body: await renderDocument(document) }),
  }
}

type Operation = {
  tags: string[]
  summary: string
  parameters: { name: string; required: boolean; schema: JsonObject }[]
  requestBody?: { content: Record<string, { schema: JsonObject }> }
  responses: Record<string, { description: string; content: Record<string, { schema: JsonObject }> }>
  'x-access': string
}

async function renderDocument(document: JsonObject): Promise<string> {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const intro = `<p>Every response except a file is <code>{statusCode, message, data?, errors?}</code> and carries <code>x-request-id</code>.
Send the access token as <code>Authorization: Bearer …</code>. The same for tools: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`
  const parts = [intro]
  for (const [tag, list] of groups) {
    parts.push(`<h2>${escapeHtml(tag)}</h2>`, ...list.map(renderCall))
    await nextTurn()
  }
  return parts.join('\n')
}

function renderCall({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, parameters, requestBody, responses } = operation
  const parts = [
    parameters.length > 0 &&
      block(
        'Query',
        Object.fromEntries(parameters.map(({ name, required, schema }) => [name, { required, ...schema }])),
      ),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => block(`Body (${type})`, schema)),
    ...Object.entries(responses['200']?.content ?? {}).map(([type, { schema }]) => block(`Response (${type})`, schema)),
    `<p class="muted">Errors: ${Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { description }]) => escapeHtml(`${status} ${description}`))
      .join('; ')}.</p>`,
  ]
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code><span class="tag">${escapeHtml(operation['x-access'])}</span><br>${escapeHtml(summary)}</summary>
${parts.filter(Boolean).join('\n')}</details>`
}

const block = (title: string, value: unknown): string =>
  `<p><strong>${escapeHtml(title)}</strong></p><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
