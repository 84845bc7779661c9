import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLayout, removeLeftovers } from './layout.ts'

test('a process that starts in a shared folder is not stopped by another that removes objects there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [busy, starting] = [await openLayout(folder, 'busy'), await openLayout(folder, 'starting')]
  const stop = new AbortController()
  const removeObjects = async (name: number) => {
    const removed = join(busy.temp, String(name))
    while (!stop.signal.aborted) {
      await mkdir(removed)
      await writeFile(join(removed, 'manifest.json'), '{}')
      await rm(removed, { recursive: true })
    }
  }
  const removing = Promise.all([1, 2, 3, 4].map(removeObjects))
  for (let start = 0; start < 300; start += 1) await removeLeftovers(starting)
  stop.abort()
  await expect(removing).resolves.toHaveLength(4)
})
