import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

/** The placeholder that the build writes for the public URL (src/web/prerender/markup.ts). */
const PLACEHOLDER = '__PUBLIC_URL__'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

type Encoded = { body: Buffer; etag: string; encoding?: 'br' | 'gzip' }
export type WebPage = { type: string; encoded: (accepted: string | undefined) => Promise<Encoded> }

/** The pages of the built web application by route, with the public URL filled in. */
export async function readWebPages(
  folder: string,
  publicUrl: string,
): Promise<{ pages: Map<string, WebPage>; notFound: WebPage }> {
  const names = await readdir(folder, { recursive: true })
  const read = async (name: string): Promise<WebPage> => {
    const text = await readFile(join(folder, name), 'utf8')
    return webPage(text.replaceAll(PLACEHOLDER, publicUrl), name)
  }
  const pages = new Map<string, WebPage>()
  for (const name of names.filter((file) => extname(file) in TYPES && file !== NOT_FOUND))
    pages.set(routeOf(name), await read(name))
  return { pages, notFound: await read(NOT_FOUND) }
}

/** The folder '[id]' is the parameter ':id' of the path. */
const routeOf = (name: string): string => `/${name.replace(/(^|\/)index\.html$/, '')}`.replaceAll(/\[(\w+)\]/g, ':$1')

const NOT_FOUND = '404.html'
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: 1 } }

function webPage(text: string, name: string): WebPage {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const cache = new Map<string, Promise<Encoded>>()
  const cached = (encoding: 'br' | 'gzip', compress: () => Promise<Buffer>): Promise<Encoded> => {
    const known = cache.get(encoding) ?? compress().then((body) => ({ body, etag: `"${hash}-${encoding}"`, encoding }))
    cache.set(encoding, known)
    return known
  }
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    encoded: async (accepted = '') => {
      const encoding = negotiate(accepted.toLowerCase(), ['br', 'gzip'])
      if (encoding === 'br') return cached('br', () => promisify(brotliCompress)(plain, BROTLI))
      if (encoding === 'gzip') return cached('gzip', () => promisify(gzip)(plain))
      return { body: plain, etag: `"${hash}"` }
    },
  }
}
