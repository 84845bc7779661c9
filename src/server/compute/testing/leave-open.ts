import { makeZip } from '#domain/archive/testing/make-zip.ts'
import type { work as inspectWork } from '../digests/inspect-worker.ts'
import { openCompute } from '../pool.ts'

// A program that has an archive looked into and ends without closing anything.
const bytes = makeZip([{ name: 'a.jpg', content: new Uint8Array(9) }])
const { contents } = await openCompute().run<typeof inspectWork>({
  file: new URL('../digests/inspect-worker.ts', import.meta.url),
  input: { name: 'a.zip', size: bytes.length },
  readRange: async (from, to) => bytes.slice(from, to),
})
process.stdout.write(`${contents?.jpeg} photo\n`)
