import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { writeHashed } from './write-hashed.ts'

/** The number of rows in a file; the hash is that of the compressed file. */
export type Written = { rows: number; sha256: string }

/** Writes a new compressed file of lines; it is durable when this resolves. */
export async function writeNdjson(file: string, batches: AsyncIterable<readonly string[]>): Promise<Written> {
  let rows = 0
  async function* text() {
    for await (const batch of batches) {
      rows += batch.length
      yield batch.map((line) => `${line}\n`).join('')
    }
  }
  const { sha256 } = await pipeline(text, createGzip(), (zipped) => writeHashed(file, zipped))
  return { rows, sha256 }
}

/**
 * Reads the lines, one by one. @throws Error when the file is truncated or invalid and, at the end, when its hash is another.
 */
export async function* readNdjson(file: string, { sha256 }: { sha256?: string } = {}): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  const hash = createHash('sha256')
  source.on('data', (chunk) => hash.update(chunk))
  source.on('error', (error) => unzipped.destroy(error))
  source.pipe(unzipped)
  let rest = ''
  try {
    // Without `readline`, which treats other characters than line feeds as line ends.
    for await (const text of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    source.destroy()
  }
  if (rest !== '') throw new Error('The last line has no end')
  if (sha256 !== undefined && hash.digest('hex') !== sha256)
    throw new Error(`${file} was changed after it was checked: its SHA-256 differs now`)
}

/** Batches of up to 500 lines, or about a MiB, which the database inserts faster. */
export async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.length
    if (batch.length < 500 && characters < 1_048_576) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
