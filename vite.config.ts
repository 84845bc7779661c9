import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.SKYFURROW_API ?? 'http://127.0.0.1:8080'

const FRAME =
  /src\/web\/(routes\/public\/(site-page|public-pages)|features\/marketing\/(page-intro|section|call-to-action|picture|text-link|fact-list))\.tsx?$/

/** Summaries of calls, their messages and descriptions of fields are the server's: a screen needs none of them. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  transform(code, id) {
    if (!/\/src\/contract\/[^/]+\.ts$/.test(id)) return null
    const cuts: { start: number; end: number; text: string }[] = []
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) return node.forEach(visit)
      if (typeof node !== 'object' || node === null) return
      const { type, callee, key, value, end } = node as Node
      if (type === 'CallExpression' && callee?.property?.name === 'meta' && callee.object)
        cuts.push({ start: callee.object.end, end, text: '' })
      if (type === 'Property' && /^(summary|success)$/.test(key?.name ?? '') && value?.type === 'Literal')
        cuts.push({ start: value.start, end: value.end, text: "''" })
      Object.values(node).forEach(visit)
    }
    visit(this.parse(code))
    const outer = cuts.filter((one) => !cuts.some(({ start, end }) => start < one.start && one.end < end))
    const kept = outer
      .sort((a, b) => b.start - a.start)
      .reduce((shorter, { start, end, text }) => shorter.slice(0, start) + text + shorter.slice(end), code)
    return { code: kept, map: null }
  },
}
type Node = {
  type?: string
  end: number
  callee?: { object?: { end: number }; property?: { name?: string } }
  key?: { name?: string }
  value?: { type?: string; start: number; end: number }
}

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), withoutDescriptions],
  define: { BUILD_YEAR: String(new Date().getFullYear()) },
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('src/web/lib/zod-without-eval.ts', import.meta.url)) }],
  },
  build: {
    manifest: true,
    emptyOutDir: true,
    // The polyfill is an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The viewer of 3D models, which is loaded when one is opened, has 660.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A separate chunk, so that the entry of the public pages (src/web/public-entry.ts) loads nothing else.
            { name: 'loader', test: /vite\/preload-helper/, priority: 3 },
            // Changes only with the packages, so browsers can cache it across releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // Every screen with data loads most of it; in pieces it takes more.
            { name: 'query', test: /node_modules\/@tanstack\/|\/lib\/use-list\.ts/, priority: 2 },
            // The shared parts of the public pages, in one chunk instead of thirty.
            { name: 'frame', test: FRAME, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/brapi': server, '/storage': server, '/downloads': server, '/dev': server },
  },
})
