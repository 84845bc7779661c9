// OpenLayers with its own GeoTIFF source, on a page that has nothing but the map and no security policy.
import { build } from 'vite'

const PATH = '/alternative-viewer'
const ENTRY = 'virtual:alternative'
const PAGE = `
import Map from 'ol/Map.js'
import GeoTIFF from 'ol/source/GeoTIFF.js'
import WebGLTile from 'ol/layer/WebGLTile.js'
const url = decodeURIComponent(location.hash.slice(1))
const source = new GeoTIFF({ sources: [{ url }], convertToRGB: 'auto' })
new Map({ target: 'map', layers: [new WebGLTile({ source })], view: source.getView() })
`

/** @returns the script of the page */
export async function bundleAlternative() {
  const own = {
    name: 'alternative',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) => (id === `\0${ENTRY}` ? PAGE : undefined),
  }
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [own],
    build: { write: false, rollupOptions: { input: ENTRY, output: { codeSplitting: false } } },
  })
  return output.find(({ type, isEntry }) => type === 'chunk' && isEntry).code
}

/** @returns the address of the page, which shows the copy at `link` */
export async function serveAlternative(page, { url, script, link }) {
  await page.route(`${url}${PATH}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><div id="map" style="position:fixed;inset:0"></div><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
    }),
  )
  return `${url}${PATH}#${encodeURIComponent(link)}`
}
