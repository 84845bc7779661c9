import { expect, test } from 'vitest'
// @ts-expect-error The tools have no types.
import { reachedBy, slices } from './slices.mjs'

test('a slice reaches what it imports, the programs whose paths it names, and what those import', () => {
  expect(slices()).toContain('src/cli/upload.slow.test.ts')
  const reached = reachedBy('src/cli/upload.slow.test.ts')
  for (const path of [
    'src/cli/upload.slow.test.ts',
    'src/cli/testing/run-upload.ts',
    // A program that the test starts, and what only that imports.
    'src/cli/main.ts',
    'src/transfer/upload-engine.ts',
    'src/server/features/uploads/start-upload.ts',
    'package-lock.json',
  ])
    expect(reached).toContain(path)
  expect(reached).not.toContain('src/web/main.tsx')
  expect(reached).not.toContain('README.md')
})
