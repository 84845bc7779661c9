// The product as it is shipped, on a fresh data folder, with parts small enough that the archive goes up in several.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const folder = '.cache/e2e-data'
rmSync(folder, { recursive: true, force: true })

const server = spawn(process.execPath, ['tools/skyfurrow.mjs', 'serve'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'development',
    PORT: process.env.E2E_PORT,
    PUBLIC_URL: '',
    DATA_DIR: folder,
    PART_BYTES: String(8 * 1024 * 1024),
    ADMIN_EMAIL: 'staff@skyfurrow.example',
    ADMIN_PASSWORD: 'Station-2026!',
    ADMIN_NAME: 'Sam Furrow',
  },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
