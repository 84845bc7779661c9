import { readFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'

const FOLDER = new URL('../../src/imagery/dense/kernel/', import.meta.url)
export const KERNEL_FILE = new URL('matching.wasm', FOLDER)
const [SOURCE, TARGET] = ['matching.ts', 'matching.wasm']
const OPTIONS = '-O3 --noAssert --runtime stub --enable simd --initialMemory 2'.split(' ')

/** The kernel in WebAssembly. */
export async function compileKernel() {
  const source = await readFile(new URL(`assembly/${SOURCE}`, FOLDER), 'utf8')
  const written = new Map()
  const { error } = await main([SOURCE, '--outFile', TARGET, ...OPTIONS], {
    readFile: (name) => (name === SOURCE ? source : null),
    writeFile: (name, content) => void written.set(name, content),
    listFiles: () => [],
  })
  if (error) throw new Error(`The kernel does not compile: ${error.message}`, { cause: error })
  return written.get(TARGET)
}
