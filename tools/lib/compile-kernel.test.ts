import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compileKernel, KERNEL_FILE } from './compile-kernel.mjs'

test('the committed kernel is what its source compiles to', async () => {
  expect(Buffer.from(await compileKernel()).equals(await readFile(KERNEL_FILE))).toBe(true)
})
