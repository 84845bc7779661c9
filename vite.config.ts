import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.SKYFURROW_API ?? 'http://127.0.0.1:8080'

const FRAME =
  /src\/web\/(routes\/(site-page|public-pages)|features\/marketing\/(page-intro|section|call-to-action|picture|text-link|fact-list))\.tsx?$/

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A separate chunk, so that the entry of the public pages (src/web/public-entry.ts) loads nothing else.
            { name: 'loader', test: /vite\/preload-helper/, priority: 3 },
            // Changes only with the packages, so browsers can cache it across releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // The shared parts of the public pages, in one chunk instead of thirty.
            { name: 'frame', test: FRAME, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/downloads': server, '/dev': server },
  },
})
