import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, OutgoingMail } from './mail.ts'
import { type Sender, writeMessage } from './message.ts'

export type OutboxLetter = Omit<OutgoingMail, 'writtenAt'> & { at: string }

export type Outbox = Mail & {
  /** Newest first. */
  list: () => Promise<OutboxLetter[]>
}

/** Writes each mail as an .eml file into a folder, with a .json beside it for the page that shows them. */
export function openOutbox(options: { folder: string; from: Sender; host: string }): Outbox {
  return {
    send: async (mail) => {
      await mkdir(options.folder, { recursive: true })
      const message = await writeMessage(mail, { ...options, newline: 'unix' })
      await writeWhole(join(options.folder, `${mail.id}.eml`), message)
      const { writtenAt, ...shown } = mail
      // Not when it was sent: several are sent at once, in any order.
      const letter: OutboxLetter = { ...shown, at: writtenAt.toISOString() }
      await writeWhole(join(options.folder, `${mail.id}.json`), JSON.stringify(letter))
    },
    list: async () => {
      const names = await readdir(options.folder).catch(() => [])
      const files = names.filter((name) => name.endsWith('.json'))
      const letters = await Promise.all(
        files.map(async (name) => JSON.parse(await readFile(join(options.folder, name), 'utf8')) as OutboxLetter),
      )
      return letters.toSorted((a, b) => b.at.localeCompare(a.at))
    },
  }
}

async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.tmp`, content, { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}
