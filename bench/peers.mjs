// The alternatives to the embedded store, installed here and run as their documentation says.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasNginx, NGINX } from '../src/server/testing/has-nginx.ts'
import { installFromDebian } from '../tools/lib/debian.mjs'
import { freePort } from '../tools/lib/free-port.mjs'
import { log, ROOT } from '../tools/lib/launch.mjs'
import { startServer } from './processes.mjs'

const TUS = { '@tus/server': '2.4.5', '@tus/file-store': '2.1.1' }
const TUS_PROTOCOL = { 'tus-resumable': '1.0.0' }

/** Undefined, with a message, where there is no nginx and none may be installed. `product` is served behind it. */
export async function startNginx({ scratch, product }) {
  const program = findNginx()
  if (!program) {
    log('No nginx here, and it is not ours to install it (that takes root on Debian): its columns stay empty')
    return undefined
  }
  const folder = join(scratch, 'nginx')
  mkdirSync(join(folder, 'files'), { recursive: true })
  const url = `http://127.0.0.1:${await freePort()}`
  const front = `http://127.0.0.1:${await freePort()}`
  const conf = join(folder, 'nginx.conf')
  const site = product ? siteOf(product, { folder, listen: new URL(front).host }) : ''
  writeFileSync(conf, nginxConf({ folder, listen: new URL(url).host, site }))
  const child = await startServer({ program, args: ['-e', join(folder, 'error.log'), '-c', conf], url })
  const version = spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr.trim().split('/').at(-1)
  return {
    name: 'nginx',
    version,
    pid: child.pid,
    files: join(folder, 'files'),
    async openUpload({ parts }) {
      const calls = parts.map((bytes, index) => ({ method: 'PUT', url: `${url}/part-${index}`, bytes }))
      return {
        calls,
        discard: async () => calls.forEach((_, index) => rmSync(join(folder, 'files', `part-${index}`))),
      }
    },
    download: { method: 'GET', url: `${url}/whole` },
    /** The same file of the product, by way of nginx. */
    inFront: (call) => ({ ...call, url: call.url.replace(product.url, front) }),
  }
}

/** The file that operators copy, without TLS. */
const siteOf = (product, { folder, listen }) =>
  readFileSync(join(ROOT, 'ops/nginx/skyfurrow.conf'), 'utf8')
    .replace('listen 443 ssl;', `listen ${listen};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('127.0.0.1:8080', new URL(product.url).host)
    .replace('/var/lib/skyfurrow/', `${product.folder}/`)

function findNginx() {
  if (!hasNginx()) installFromDebian(['nginx'], { says: 'Installing nginx from Debian (once)', log })
  return hasNginx() ? NGINX : undefined
}

const nginxConf = ({ folder, listen, site }) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_temp_path ${folder}/incoming;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen ${listen};
    root ${folder}/files;
    dav_methods PUT;
  }
  ${site}
}
`

export async function startTus({ scratch, packages, node }) {
  installTus(packages)
  const folder = join(scratch, 'tus')
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/files`
  const child = await startServer({ program: node, args: [join(packages, 'tus-server.mjs'), port, folder], url })
  return {
    name: '@tus/server',
    version: Object.entries(TUS)
      .map((pair) => pair.join(' '))
      .join(', '),
    pid: child.pid,
    /** One upload with one PATCH per part; or as many concurrent uploads as there are parts. */
    async openUpload({ parts, atOnce = false }) {
      const whole = atOnce
        ? undefined
        : await createTusUpload(
            url,
            parts.reduce((sum, bytes) => sum + bytes, 0),
          )
      const calls = []
      const ids = new Set()
      let offset = 0
      for (const bytes of parts) {
        const place = new URL(whole ?? (await createTusUpload(url, bytes)), url)
        ids.add(place.pathname.split('/').at(-1))
        const headers = {
          ...TUS_PROTOCOL,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': atOnce ? 0 : offset,
        }
        calls.push({ method: 'PATCH', url: place.href, headers, bytes })
        offset += bytes
      }
      return {
        calls,
        discard: async () => {
          for (const id of ids) for (const file of [id, `${id}.json`]) rmSync(join(folder, file), { force: true })
        },
      }
    },
  }
}

async function createTusUpload(url, length) {
  const headers = { ...TUS_PROTOCOL, 'upload-length': String(length) }
  return (await fetch(url, { method: 'POST', headers })).headers.get('location')
}

function installTus(packages) {
  const wanted = Object.entries(TUS).map((pair) => pair.join('@'))
  const isThere = Object.entries(TUS).every(([name, version]) => versionOf(packages, name) === version)
  mkdirSync(packages, { recursive: true })
  if (!isThere) {
    log(`Installing ${wanted.join(' and ')} (once)`)
    writeFileSync(join(packages, 'package.json'), '{ "private": true }')
    const { status } = spawnSync('npm', ['install', '--prefix', packages, '--no-audit', '--no-fund', ...wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) throw new Error('@tus/server could not be installed')
  }
  copyFileSync(join(import.meta.dirname, 'tus-server.mjs'), join(packages, 'tus-server.mjs'))
}

function versionOf(packages, name) {
  const file = join(packages, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}
