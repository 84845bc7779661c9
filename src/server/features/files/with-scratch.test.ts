import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withScratch } from './with-scratch.ts'

test('jobs at once have folders of their own, what an earlier process left goes, and a full disk begins none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyfurrow-scratch-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const parent = join(dataDir, 'scratch', 'maps')
  mkdirSync(join(parent, 'left'), { recursive: true })
  const deps = { config: { dataDir } } as Parameters<typeof withScratch>[0]
  const begun = Promise.withResolvers<void>()
  const wait = Promise.withResolvers<void>()
  const first = withScratch(deps, 'maps', async (folder) => {
    writeFileSync(join(folder, 'copy.tif'), 'first')
    begun.resolve()
    await wait.promise
    return readdirSync(folder)
  })
  await begun.promise
  await withScratch(deps, 'maps', async (folder) => expect(readdirSync(folder)).toEqual([]))
  expect(readdirSync(parent)).toHaveLength(1)
  wait.resolve()
  expect(await first).toEqual(['copy.tif'])
  const full = { ...deps, leftOn: () => Promise.resolve(0) }
  await expect(withScratch(full, 'maps', () => Promise.reject(new Error('it began')))).rejects.toThrow(
    'Storage is full.',
  )
  expect(readdirSync(parent)).toEqual([])
})
