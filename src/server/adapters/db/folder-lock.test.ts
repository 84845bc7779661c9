import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectLock, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Another process that locks the folder until it is killed. */
async function holder() {
  const file = join(import.meta.dirname, 'folder-lock.ts')
  const program = `
    import { lockFolder } from ${JSON.stringify(file)}
    // Garbage collection would close a lock that nothing refers to.
    globalThis.unlock = lockFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('F19: a second process fails, and the message names the process to stop', async () => {
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

test('an invalid lock file is reported as damaged, with what to do, and no process is named', () => {
  writeFileSync(join(folder, 'lock'), 'this is no lock, and long enough to be read as one')
  writeFileSync(join(folder, 'lock.pid'), '1')
  const message = `The file ${join(folder, 'lock')} is damaged`
  expect(() => lockFolder(folder)).toThrow(message)
  expect(() => lockFolder(folder)).toThrow(`no Skyfurrow runs on ${folder}, remove the file, and start again.`)
  expect(inspectLock(folder)).toEqual({ isHeld: false, problem: expect.stringContaining(message) })
  rmSync(join(folder, 'lock'))
  expect(lockFolder(folder)).not.toThrow()
})

test('a lock that is a folder is reported', () => {
  mkdirSync(join(folder, 'lock'))
  expect(() => lockFolder(folder)).toThrow(`The file ${join(folder, 'lock')} can't be locked: unable to open`)
})

const ENDED = 'names 999999999, which does not run here'
test.each([
  ['names a process that has ended', () => writeFileSync(join(folder, 'lock.pid'), '999999999'), ENDED],
  ['is garbage', () => writeFileSync(join(folder, 'lock.pid'), 'garbage'), 'lock.pid does not name it'],
  ['is gone', () => rmSync(join(folder, 'lock.pid')), 'lock.pid does not name it'],
])('a held lock whose pid file %s is reported as such, and no process is named', (_what, change, message) => {
  const unlock = lockFolder(folder)
  change()
  expect(() => lockFolder(folder)).toThrow(message)
  expect(() => lockFolder(folder)).toThrow('is in use by an unknown process')
  expect(inspectLock(folder)).toEqual({ isHeld: true })
  unlock()
})

test('the message names the kind of folder', () => {
  const name = { what: 'backup folder', instead: 'choose another folder' }
  const unlock = lockFolder(folder, name)
  expect(() => lockFolder(folder, name)).toThrow(
    `The backup folder ${folder} is in use by process ${process.pid}. Stop it first, or choose another folder.`,
  )
  unlock()
})
