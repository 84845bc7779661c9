import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { describeApi, type JsonObject } from '#contract/openapi.ts'
import { escapeHtml } from '../../adapters/email/template.ts'
import { PAGE_CSS, page } from './html-page.ts'

/** Serves the OpenAPI document, and a page without scripts that shows it. */
export function apiDocs(app: FastifyInstance, options: { serverUrl: string; version: string }): void {
  const document = describeApi(options)
  const html = page({ title: 'Skyfurrow API', body: renderDocument(document) })
  app.get(`${API_PREFIX}/openapi.json`, async () => document)
  app.get(`${API_PREFIX}/docs`, async (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  app.get(`${API_PREFIX}/docs.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_CSS))
}

type Operation = {
  tags: string[]
  summary: string
  parameters: { name: string; required: boolean; schema: JsonObject }[]
  requestBody?: { content: Record<string, { schema: JsonObject }> }
  responses: Record<string, { description: string; content: Record<string, { schema: JsonObject }> }>
  'x-access': string
}

function renderDocument(document: JsonObject): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const intro = `<p>Every response except a file is <code>{statusCode, message, data?, errors?}</code> and carries <code>x-request-id</code>.
Send the access token as <code>Authorization: Bearer …</code>. The same for tools: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`
  const sections = [...groups].map(
    ([tag, list]) => `<h2>${escapeHtml(tag)}</h2>\n${list.map((call) => renderCall(call)).join('\n')}`,
  )
  return [intro, ...sections].join('\n')
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
