// The product as `npm start` runs it: embedded database, a login, signed URLs for parts and downloads.
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tools/lib/free-port.mjs'
import { ROOT, SERVER_ENV, SERVER_FLAGS } from '../tools/lib/launch.mjs'
import { startServer, stopServer } from './processes.mjs'

const PASSWORD = 'Skyfurrow1!'
const CUSTOMER = 'customer@skyfurrow.example'
const PROJECT = 'Soybean_Yield_Trial'

export async function startSkyfurrow({ scratch, node, partBytes, name = 'skyfurrow', nginxSendsFiles = 'off' }) {
  const folder = join(scratch, name)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = await startServer({
    program: node,
    args: [...SERVER_FLAGS, 'src/server/main.ts', 'serve'],
    cwd: ROOT,
    env: {
      ...SERVER_ENV,
      NODE_ENV: 'development',
      DEMO_TRIAL: 'off',
      EXAMPLE_TRIAL: 'off',
      PORT: String(port),
      DATA_DIR: folder,
      PART_BYTES: String(partBytes),
      NGINX_SENDS_FILES: nginxSendsFiles,
    },
    url: `${url}/readyz`,
  })
  const api = openApi(`${url}/api`)
  return {
    name: 'Skyfurrow',
    pid: child.pid,
    url,
    folder,
    stop: () => stopServer(child),

    async openUpload({ parts }) {
      const { data } = await api.call('POST', '/crop-images/generate-presigned-url/new', {
        fileName: `flight-${Date.now()}.zip`,
        description: '',
        projectType: PROJECT,
        id: '',
        totalChunks: parts.length,
        reportCategories: ['orthomosaic'],
        fileSize: parts.reduce((sum, bytes) => sum + bytes, 0),
      })
      const { preSignedUrls, uploadId, key } = data.preSignedUrl
      const query = `?${new URLSearchParams({ uploadId, analysisRequestId: data.id })}`
      return {
        key,
        calls: parts.map((bytes, index) => ({ method: 'PUT', url: preSignedUrls[index + 1], bytes })),
        discard: () => api.call('DELETE', `/crop-images/upload${query}`),
        /** Resolves to the number of seconds. */
        complete: async (etags) => {
          const receipts = etags.map((etag, index) => ({ partNumber: index + 1, etag }))
          const started = performance.now()
          await api.call('POST', `/crop-images/complete${query}`, receipts)
          return (performance.now() - started) / 1000
        },
      }
    },

    async downloadOfNewest() {
      const { data } = await api.call('GET', '/crop-images/get?page=0&limit=1')
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

/** Calls as the demo customer, with a new login for each, because a run takes longer than a token is valid. */
function openApi(base) {
  const request = async (method, path, { token, body } = {}) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const response = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer
  }
  return {
    async call(method, path, body) {
      const login = await request('POST', '/auth/login', { body: { email: CUSTOMER, password: PASSWORD } })
      return request(method, path, { token: login.data.accessToken, body })
    },
  }
}
