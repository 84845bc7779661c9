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

test('an invalid lock file is reported as damaged, with what to do, and no process is blamed', () => {
  writeFileSync(join(folder, 'lock'), 'this is no lock, and long enough to be read as one')
  writeFileSync(join(folder, 'lock.pid'), '1')
  const words = `The file ${join(folder, 'lock')} is damaged`
  expect(() => lockFolder(folder)).toThrow(words)
  expect(() => lockFolder(folder)).toThrow(`no Skyfurrow runs on ${folder}, remove the file, and start again.`)
  expect(inspectLock(folder)).toEqual({ isHeld: false, fault: expect.stringContaining(words) })
  rmSync(join(folder, 'lock'))
  expect(lockFolder(folder)).not.toThrow()
})

test('a lock that is a folder is called so', () => {
  mkdirSync(join(folder, 'lock'))
  expect(() => lockFolder(folder)).toThrow(`The file ${join(folder, 'lock')} can't be locked: unable to open`)
})

const ENDED = 'names 999999999, which does not run here'
test.each([
  ['names a process that has ended', () => writeFileSync(join(folder, 'lock.pid'), '999999999'), ENDED],
  ['is garbage', () => writeFileSync(join(folder, 'lock.pid'), 'garbage'), 'lock.pid does not name it'],
  ['is gone', () => rmSync(join(folder, 'lock.pid')), 'lock.pid does not name it'],
])('a held lock whose pid file %s is reported as such, and no process is blamed', (_what, change, words) => {
  const unlock = lockFolder(folder)
  change()
  expect(() => lockFolder(folder)).toThrow(words)
  expect(() => lockFolder(folder)).toThrow('is in use by a process that is not known')
  expect(inspectLock(folder)).toEqual({ isHeld: true })
  unlock()
})

test('another folder than that of the data is called what it is', () => {
  const called = { what: 'backup folder', instead: 'choose another folder' }
  const unlock = lockFolder(folder, called)
  expect(() => lockFolder(folder, called)).toThrow(
    `The backup folder ${folder} is in use by process ${process.pid}. Stop it first, or choose another folder.`,
  )
  unlock()
})
