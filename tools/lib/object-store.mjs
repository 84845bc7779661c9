// A real S3-compatible server for `npm run test:s3`: one node of Debian's Ceph, in memory, in a folder of its own.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { log, ROOT } from './launch.mjs'

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph-authtool', 'ceph']
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']
const FOLDER = join(ROOT, '.cache/object-store')
const READY_MS = 120_000

export const KEYS = { accessKeyId: 'SKYFURROWTEST', secretAccessKey: 'for tests on this machine only' }

/** Installs it from Debian where that is missing and may be done. */
export function ensureCeph() {
  if (PROGRAMS.every(isInstalled)) return
  const command = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
  if (process.getuid?.() !== 0 || !isInstalled('apt-get'))
    throw new Error(`The tests need the S3 server of Debian's packages, and only root can install it:\n  ${command}`)
  log('Installing an S3 server from Debian (once)')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', command.split(' ').slice(1), quiet)
  const missing = PROGRAMS.filter((name) => !isInstalled(name))
  if (missing.length > 0) throw new Error(`\`${command}\` left ${missing.join(', ')} missing`)
}

const isInstalled = (name) =>
  `${process.env.PATH}:/usr/sbin:/sbin`.split(':').some((folder) => existsSync(join(folder, name)))

/** Starts it and answers where it is; `stop` ends what was started, by pid, and frees its memory. */
export async function startCeph() {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const name of ['mon', 'osd', 'log']) mkdirSync(join(FOLDER, name), { recursive: true })
  const [port, ...monitorPorts] = [await freePort(), await freePort(), await freePort()]
  const children = []
  const stop = () => stopAll(children)
  try {
    await startNode({ port, monitorPorts, children })
    return { endpoint: `http://127.0.0.1:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startNode({ port, monitorPorts, children }) {
  const cluster = randomUUID()
  const monitors = `[v2:127.0.0.1:${monitorPorts[0]},v1:127.0.0.1:${monitorPorts[1]}]`
  const config = join(FOLDER, 'ceph.conf')
  writeFileSync(config, configuration({ cluster, monitors, port }))
  makeKeys()
  run('monmaptool', ['--create', '--addv', 'a', monitors, '--fsid', cluster, join(FOLDER, 'monmap')])
  run('ceph-mon', ['-c', config, '--mkfs', '-i', 'a', '--monmap', join(FOLDER, 'monmap'), '--keyring', KEYRING])
  const start = (name, args) => children.push(startDaemon(name, ['-c', config, '-f', ...args]))
  start('ceph-mon', ['-i', 'a'])
  const disk = randomUUID()
  run('ceph', ['-c', config, '--connect-timeout', '60', 'osd', 'new', disk])
  run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', disk])
  start('ceph-osd', ['-i', '0'])
  start('radosgw', ['-n', 'client.rgw'])
  await answering(`http://127.0.0.1:${port}/`, children)
  const { accessKeyId, secretAccessKey } = KEYS
  const user = ['--uid=test', '--display-name=test', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  run('radosgw-admin', ['-c', config, 'user', 'create', ...user])
}

const KEYRING = join(FOLDER, 'keyring')

function makeKeys() {
  makeKey('mon.', [['mon', 'allow *']], ['--create-keyring'])
  makeKey('client.admin', [
    ['mon', 'allow *'],
    ['osd', 'allow *'],
    ['mgr', 'allow *'],
  ])
  makeKey('osd.0', [
    ['mon', 'allow profile osd'],
    ['osd', 'allow *'],
  ])
  makeKey('client.rgw', [
    ['mon', 'allow rwx'],
    ['osd', 'allow rwx'],
  ])
}

function makeKey(name, caps, create = []) {
  const allowed = caps.flatMap((cap) => ['--cap', ...cap])
  run('ceph-authtool', [...create, KEYRING, '--gen-key', '-n', name, ...allowed])
}

/** One copy of everything, kept in memory, with nothing that would wait for a second machine. */
const configuration = ({ cluster, monitors, port }) => `[global]
fsid = ${cluster}
mon host = ${monitors}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${KEYRING}
run dir = ${FOLDER}
admin socket =
pid file =
log file = ${FOLDER}/log/$type.log
mon cluster log file = ${FOLDER}/log/cluster.log
mon data = ${FOLDER}/mon
osd data = ${FOLDER}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
auth allow insecure global id reclaim = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
`

function startDaemon(name, args) {
  const output = openSync(join(FOLDER, 'log', `${name}.out`), 'w')
  return spawn(name, args, { stdio: ['ignore', output, output], env: ENVIRONMENT })
}

const ENVIRONMENT = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

function run(name, args) {
  const { status, stderr } = spawnSync(name, args, { encoding: 'utf8', env: ENVIRONMENT, timeout: READY_MS })
  if (status !== 0) throw new Error(`\`${name} ${args.join(' ')}\` failed: ${stderr}`)
}

async function answering(url, children) {
  const end = Date.now() + READY_MS
  while (Date.now() < end) {
    const gone = children.find(({ exitCode }) => exitCode !== null)
    if (gone)
      throw new Error(`${gone.spawnfile} ended: ${readFileSync(join(FOLDER, 'log', `${gone.spawnfile}.out`), 'utf8')}`)
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The S3 server did not answer within ${READY_MS / 1000} s; its logs are in ${FOLDER}/log`)
}

/** The last one started goes first. */
async function stopAll(children) {
  for (const child of children.toReversed()) {
    if (child.exitCode !== null) continue
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await gone
    clearTimeout(force)
  }
}
