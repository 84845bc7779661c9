// The product as `npm start` runs it: embedded database, a login, signed URLs for parts and downloads.
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tools/lib/free-port.mjs'
import { startDevelopment, stopServer } from './processes.mjs'
import { asCustomer, beginUpload } from './product.mjs'

export async function startSkyfurrow({ scratch, node, partBytes, nginxSendsFiles = 'off', isWatched = false }) {
  const folder = join(scratch, 'skyfurrow')
  const stallsPort = String(await freePort())
  const { url, child } = await startDevelopment({
    node,
    folder,
    flags: isWatched ? ['--import', join(import.meta.dirname, 'stalls.mjs')] : [],
    env: { PART_BYTES: String(partBytes), NGINX_SENDS_FILES: nginxSendsFiles, STALLS_PORT: stallsPort },
  })
  const call = asCustomer(url)
  return {
    name: 'Skyfurrow',
    pid: child.pid,
    url,
    folder,
    stop: () => stopServer(child),
    /** In milliseconds, since it was asked last; of a server that is watched. */
    longestTurn: async () => Number(await (await fetch(`http://127.0.0.1:${stallsPort}`)).text()),

    async openUpload({ parts }) {
      const fileSize = parts.reduce((sum, bytes) => sum + bytes, 0)
      const wanted = { fileName: `flight-${Date.now()}.zip`, totalChunks: parts.length, fileSize }
      const { key, query, preSignedUrls } = await beginUpload(url, { wanted })
      return {
        key,
        calls: parts.map((bytes, index) => ({ method: 'PUT', url: preSignedUrls[index + 1], bytes })),
        discard: () => call('DELETE', `/crop-images/upload?${query}`),
        /** Resolves to the number of seconds. */
        complete: async (etags) => {
          const receipts = etags.map((etag, index) => ({ partNumber: index + 1, etag }))
          const started = performance.now()
          await call('POST', `/crop-images/complete?${query}`, receipts)
          return (performance.now() - started) / 1000
        },
      }
    },

    async downloadOfNewest() {
      const { data } = await call('GET', '/crop-images/get?page=0&limit=1')
      return { method: 'GET', url: JSON.stringify(data).match(/http:[^"]+\/storage\/[^"]+/)[0] }
    },

    /** Creates parts without content as if they had arrived, and returns their ETags. */
    placeEmptyParts({ key, parts }) {
      const open = join(folder, 'objects/open')
      const keyOf = (id) => JSON.parse(readFileSync(join(open, id, 'upload.json'), 'utf8')).key
      const id = readdirSync(open).find((one) => keyOf(one) === key)
      const data = join(open, id, 'data')
      writeFileSync(data, '')
      truncateSync(
        data,
        parts.reduce((sum, bytes) => sum + bytes, 0),
      )
      return parts.map((bytes, index) => {
        const etag = `00000000-${bytes.toString(16)}`
        writeFileSync(join(open, id, `${String(index + 1).padStart(5, '0')}.${etag}`), '')
        return etag
      })
    },
  }
}
