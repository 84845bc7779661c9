// The product as it is shipped, on a fresh data folder, with parts small enough that the archive goes up in several.
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const folder = `.cache/e2e-data-${process.env.E2E_PORT}`
rmSync(folder, { recursive: true, force: true })

const env = {
  ...process.env,
  NODE_ENV: 'development',
  PORT: process.env.E2E_PORT,
  PUBLIC_URL: '',
  DATA_DIR: folder,
  PART_BYTES: String(8 * 1024 * 1024),
  ADMIN_EMAIL: 'staff@skyfurrow.example',
  ADMIN_PASSWORD: 'Paddock-2026!',
  ADMIN_NAME: 'Sam Furrow',
}
const product = (...args) => [process.execPath, ['tools/skyfurrow.mjs', ...args], { stdio: 'inherit', env }]

// Staff made by command never had a code mailed, so the one a minute for an address is still to come.
spawnSync(...product('admin', 'create', '--email', 'robin@skyfurrow.example', '--name', 'Robin Drill'))
spawnSync(...product('admin', 'create', '--email', 'kim@skyfurrow.example', '--name', 'Kim Former'))
const server = spawn(...product('serve'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
