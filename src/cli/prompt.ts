import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './arguments.ts'

type PromptOptions = { noTerminal: string; signal: AbortSignal }

/** Prompts on the terminal. `noTerminal` is the error message if stdin is not a terminal. */
export async function prompt(question: string, options: PromptOptions): Promise<string> {
  return readAnswer(question, { ...options, output: process.stderr })
}

/** Prompts without showing the input. */
export async function promptSecret(question: string, options: PromptOptions): Promise<string> {
  let isPrinted = false
  const output = new Writable({
    write(text: Buffer, _encoding, done) {
      if (!isPrinted) process.stderr.write(text)
      isPrinted ||= String(text).includes(question)
      done()
    },
  })
  const answer = await readAnswer(question, { ...options, output })
  process.stderr.write('\n')
  return answer
}

async function readAnswer(
  question: string,
  { noTerminal, signal, output }: PromptOptions & { output: NodeJS.WritableStream },
): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(noTerminal)
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // While readline reads, Ctrl+C is a key and not a signal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await terminal.question(question, { signal })
  } finally {
    terminal.close()
  }
}
