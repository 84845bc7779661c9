import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VirusScan } from '#domain/uploads.ts'

const VERDICTS = new Map<number | null, VirusScan>([
  [0, 'clean'],
  [1, 'infected'],
])
const SAID_MAX = 300
type Scan = {
  command: readonly [string, ...string[]]
  env: Record<string, string>
  pieces: AsyncIterable<Uint8Array>
  signal?: AbortSignal
}

/**
 * Gives a file to a scanner on its standard input, and answers its verdict and the first that it said. No shell comes between.
 * @throws when it does not start, ends in any other way than with 0 or 1, or calls a file clean that it has not read to its end.
 */
export async function runScanner({ command: [program, ...args], env, pieces, signal }: Scan): Promise<{
  verdict: VirusScan
  said: string
}> {
  const child = spawn(program, args, { stdio: 'pipe', env, signal, killSignal: 'SIGKILL' })
  const ended = endOf(child)
  const said = firstWords(child)
  const [isWhole, code] = await Promise.all([feed(child, pieces), ended]).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const verdict = VERDICTS.get(code)
  if (!verdict) throw new Error(`The virus scanner ended with ${code ?? 'a signal'}: ${said()}`)
  if (verdict === 'clean' && !isWhole) throw new Error('The virus scanner ended before it had read the whole file')
  return { verdict, said: said() }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  // Rejects when it could not be started or was told to stop.
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** False when the scanner has had enough before the end. A piece is written before the next one is asked for: it keeps its bytes no longer. */
async function feed({ stdin }: ChildProcess, pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  if (!stdin) return false
  stdin.on('error', () => undefined)
  for await (const piece of pieces) {
    const taken = await new Promise<boolean>((resolve) => stdin.write(piece, (error) => resolve(!error)))
    if (!taken) return false
  }
  return new Promise((resolve) => stdin.end((error?: Error | null) => resolve(!error)))
}

function firstWords({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (piece: Buffer) => {
      if (text.length < SAID_MAX) text += piece.toString('latin1')
    })
  return () =>
    text
      .slice(0, SAID_MAX)
      .replace(/[^\x20-\x7e]+/g, ' ')
      .trim()
}
