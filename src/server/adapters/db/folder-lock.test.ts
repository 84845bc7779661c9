import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Another process that holds the folder until it is killed. */
async function holder() {
  const file = join(import.meta.dirname, 'folder-lock.ts')
  const program = `
    import { lockFolder } from ${JSON.stringify(file)}
    lockFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('F19: a second process is refused and told whom to stop', async () => {
  const child = await holder()
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${child.pid}. Stop it first, or set DATA_DIR.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('F20: the folder is free again after kill -9', async () => {
  const child = await holder()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`)
  unlock()
})

test('the folder is free again after a release', () => {
  lockFolder(folder)()
  expect(lockFolder(folder)).not.toThrow()
})
