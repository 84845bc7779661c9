import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'

/** What has changed for accounts, in any process: triggers of the schema notify `changes` with the id of the account. */
export type Changes = {
  /** @returns what ends it */
  follow: (userId: string, onChange: () => void) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'changes'
const TRY_AGAIN_MS = seconds(5)

const tell = (all: Iterable<() => void>): void => {
  for (const onChange of all) onChange()
}

/** Connects with the first follower. A lost connection is made again, and then all are told. */
export function openChanges(connection: ClientConfig, log: Logger): Changes {
  const followers = new Map<string, Set<() => void>>()
  let client: Client | undefined
  let isClosed = false
  const connect = async (): Promise<void> => {
    if (client || isClosed || followers.size === 0) return
    const opened = new Client(connection)
    client = opened
    const lose = (reason?: unknown) => {
      if (client !== opened) return
      client = undefined
      log.warn({ err: reason }, 'changes are not followed; trying again')
      void opened.end().catch(() => undefined)
      setTimeout(() => void connect(), TRY_AGAIN_MS).unref()
    }
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', ({ payload = '' }) => tell(followers.get(payload) ?? []))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      // Something may have been missed.
      tell([...followers.values()].flatMap((ofAccount) => [...ofAccount]))
    } catch (error) {
      lose(error)
    }
  }

  return {
    follow(userId, onChange) {
      const ofAccount = followers.get(userId) ?? new Set()
      followers.set(userId, ofAccount.add(onChange))
      void connect()
      return () => {
        ofAccount.delete(onChange)
        if (ofAccount.size === 0 && followers.get(userId) === ofAccount) followers.delete(userId)
      }
    },
    async close() {
      isClosed = true
      const open = client
      client = undefined
      await open?.end().catch(() => undefined)
    },
  }
}
