import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VirusScan } from '#domain/uploads.ts'

const VERDICTS = new Map<number | null, VirusScan>([
  [0, 'clean'],
  [1, 'infected'],
])
const SAID_MAX = 300

export type Scanner = {
  /** Resolves once the scanner has read a chunk; false when it has ended its input. */
  write: (piece: Uint8Array) => Promise<boolean>
  /**
   * The verdict and the first output. @throws when it did not start, ended with another exit code than 0 or 1, or reported a
   * file as clean without reading all of it.
   */
  end: () => Promise<{ verdict: VirusScan; said: string }>
  kill: () => void
}

type Scan = { command: readonly [string, ...string[]]; env: Record<string, string>; signal?: AbortSignal | undefined }

/** Starts a scanner, which reads a file from its standard input. It is not started through a shell. */
export function openScanner({ command: [program, ...args], env, signal }: Scan): Scanner {
  const child = spawn(program, args, {
    stdio: 'pipe',
    env,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  const { stdin } = child
  // Rejects when it could not be started or was aborted. The result is read at the end, which may be long after.
  const ended = once(child, 'close') as Promise<[number | null]>
  ended.catch(() => undefined)
  stdin.on('error', () => undefined)
  const said = firstWords(child)
  let isOpen = true
  return {
    write: async (piece) => {
      isOpen &&= await new Promise<boolean>((resolve) => stdin.write(piece, (error) => resolve(!error)))
      return isOpen
    },
    end: async () => {
      const isWhole =
        isOpen && (await new Promise<boolean>((resolve) => stdin.end((error?: Error | null) => resolve(!error))))
      const [code] = await ended
      const verdict = VERDICTS.get(code)
      if (!verdict) throw new Error(`The virus scanner ended with ${code ?? 'a signal'}: ${said()}`)
      if (verdict === 'clean' && !isWhole) throw new Error('The virus scanner ended before it had read the whole file')
      return { verdict, said: said() }
    },
    kill: () => child.kill('SIGKILL'),
  }
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
