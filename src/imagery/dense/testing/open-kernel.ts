import { readFile } from 'node:fs/promises'
import { createKernel, type KernelExports } from '../kernel/create-kernel.ts'

export const KERNEL_FILE = new URL('../kernel/matching.wasm', import.meta.url)

export async function openKernel() {
  const { instance } = await WebAssembly.instantiate(await readFile(KERNEL_FILE))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What the program exports is known.
  return createKernel(instance.exports as unknown as KernelExports)
}
