import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a hang is reported meanwhile, and not interrupted', async () => {
  const program = `
    import { warnIfSlow } from ${JSON.stringify(join(import.meta.dirname, 'slow-open-warning.ts'))}
    warnIfSlow('It is slow.', 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../../../..'),
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [output] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(output)).toBe(
    'It is slow. It may be recovering from a crash, or waiting for its disk. Let it finish.\n',
  )
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
})
