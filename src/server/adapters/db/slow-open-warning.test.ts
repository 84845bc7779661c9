import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a hang is reported meanwhile, and not interrupted', async () => {
  const program = `
    import { warnIfSlow } from ${JSON.stringify(join(import.meta.dirname, 'slow-open-warning.ts'))}
    warnIfSlow('It stands still.', 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../../../..'),
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [said] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(said)).toBe(
    'It stands still. It may be making up for a crash, or wait for its disk. It is not stopped: let it work.\n',
  )
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
})
