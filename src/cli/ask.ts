import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageFault } from './usage.ts'

type Asking = { otherwise: string; signal: AbortSignal }

/** Asks on the terminal. `otherwise` is said where there is nobody to ask. */
export async function ask(question: string, options: Asking): Promise<string> {
  return answerTo(question, { ...options, output: process.stderr })
}

/** The same, showing nothing of what is typed. */
export async function askSecretly(question: string, options: Asking): Promise<string> {
  let isAsked = false
  const output = new Writable({
    write(text: Buffer, _encoding, done) {
      if (!isAsked) process.stderr.write(text)
      isAsked ||= String(text).includes(question)
      done()
    },
  })
  const answer = await answerTo(question, { ...options, output })
  process.stderr.write('\n')
  return answer
}

async function answerTo(
  question: string,
  { otherwise, signal, output }: Asking & { output: NodeJS.WritableStream },
): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageFault(otherwise)
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // While it reads, Ctrl+C is a key and no signal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await terminal.question(question, { signal })
  } finally {
    terminal.close()
  }
}
