import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.SKYFURROW_API ?? 'http://127.0.0.1:8080'

const FRAME =
  /src\/web\/(routes\/(site-page|public-pages)|features\/marketing\/(page-intro|section|closing-call|picture|text-link|fact-rows))\.tsx?$/

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
            // Alone, so that the entry of the public pages (src/web/public-entry.ts) brings nothing else with it.
            { name: 'loader', test: /vite\/preload-helper|lib\/text-font/, priority: 3 },
            // Changes with the packages only, so browsers keep it from one release to the next.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What every public page shows, in one file instead of thirty.
            { name: 'frame', test: FRAME, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/dev': server },
  },
})
