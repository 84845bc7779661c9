import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '../response/envelope.ts'
import { webApplication } from './web-app.ts'

const HOME = 'https://fields.example'
const FILES = {
  'index.html': '<link rel="canonical" href="__PUBLIC_URL__/">Home',
  'products/index.html': '<link rel="canonical" href="__PUBLIC_URL__/products">Products',
  'dashboard/users/index.html': 'Shell',
  'dashboard/requests/[id]/index.html': 'Shell of a request',
  '404.html': 'Page not found',
  'sitemap.xml': '<loc>__PUBLIC_URL__/products</loc>',
  'assets/app-1a2b.js': 'plain program',
  'assets/app-1a2b.js.br': 'small program',
}

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skyfurrow-web-'))
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  app = Fastify()
  app.setErrorHandler((error, request, reply) => void sendError(error, request, reply))
  await webApplication(app, { folder, publicUrl: HOME })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'fields.example', accept: 'text/html', ...headers } })

describe('pages', () => {
  test.each(['/', '/products'])('%s is served with the public URL filled in', async (url) => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`href="${HOME}${url}"`)
  })

  test('the files for search engines have the public URL, too', async () => {
    const answer = await ask('/sitemap.xml', { accept: '*/*' })
    expect(answer.body).toBe(`<loc>${HOME}/products</loc>`)
    expect(answer.headers['content-type']).toContain('xml')
  })

  test('are cached by browsers and revalidated: 304 when unchanged', async () => {
    const first = await ask('/products')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask('/products', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await ask('/products', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are compressed for clients that accept %s', async (encoding, open) => {
    const answer = await ask('/products', { 'accept-encoding': encoding })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(open(answer.rawPayload).toString()).toContain('Products')
  })

  test('are sent in the encoding with the higher weight', async () => {
    const answer = await ask('/products', { 'accept-encoding': 'gzip;q=1.0, br;q=0.5' })
    expect(answer.headers['content-encoding']).toBe('gzip')
  })

  test('are uncompressed for clients that reject an encoding', async () => {
    const answer = await ask('/products', { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/products', headers: { host: 'fields.example' } })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })

  test.each([
    ['/products/', '/products'],
    ['/Products?from=mail', '/products?from=mail'],
    ['/products/index.html', '/products'],
    ['/index.html', '/'],
  ])('%s redirects to the one URL of the page, %s', async (given, canonical) => {
    const answer = await ask(given)
    expect([answer.statusCode, answer.headers.location]).toEqual([308, canonical])
  })

  test('of a path with an id is one page for every id', async () => {
    for (const id of ['42', '7d1f0c1e-3c5f-4f0e-9a53-0d1d6a3a1b11', 'a.zip']) {
      const answer = await ask(`/dashboard/requests/${id}?from=mail`)
      expect([answer.statusCode, answer.body]).toEqual([200, 'Shell of a request'])
    }
    expect((await ask('/dashboard/requests/42/files')).statusCode).toBe(404)
  })

  test.each(['/nothing', '/dashboard/nothing', '/404.html', '/404'])(
    '%s is answered with the not-found page',
    async (url) => {
      const answer = await ask(url)
      expect([answer.statusCode, answer.body]).toEqual([404, 'Page not found'])
    },
  )

  test('a missing file or call is not answered with a page', async () => {
    for (const url of ['/assets/gone.js', '/api/nothing', '/pictures/gone.avif'])
      expect((await ask(url)).headers['content-type']).toContain('json')
  })
})

test('built files are cached for ever, and compressed', async () => {
  const answer = await ask('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'small program'])
})

test('another host name is redirected to the public URL', async () => {
  const local = Fastify()
  await webApplication(local, { folder, publicUrl: 'http://127.0.0.1:8080' })
  const answer = await local.inject({ url: '/products', headers: { host: 'localhost:8080', accept: 'text/html' } })
  expect(answer.headers.location).toBe('http://127.0.0.1:8080/products')
  await local.close()
})
