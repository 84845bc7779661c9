// Builds the kernel of dense matching: `npm run kernel`, after its source has changed. A test compares what is committed with its source.
import { writeFile } from 'node:fs/promises'
import { compileKernel, KERNEL_FILE } from './lib/compile-kernel.mjs'

await writeFile(KERNEL_FILE, await compileKernel())
