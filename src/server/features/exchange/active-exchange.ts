import type { ExchangeReport } from '#domain/exchange/exchange.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { BrapiClient } from '../../adapters/outside/brapi-client.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import type { savePlots } from '../trials/plots/save-plots.ts'
import type { Connection } from './queries.ts'

export type ExchangeDeps = Pick<Deps, 'db' | 'now'> & Parameters<typeof savePlots>[0]

/** An exchange in one direction, while it is compared or written. */
export type ActiveExchange = {
  deps: ExchangeDeps
  client: BrapiClient
  connection: Connection
  trial: Trial
  /** In whose name it writes. */
  actor: Actor
  /** Null while it is compared, else the digest of what was; of what follows a measurement there is none. */
  writes: { digest: string | null; replaces: boolean; changes: Readonly<Record<string, string>> | null } | null
  signal: AbortSignal
  progress: (fraction: number) => void
  /** @throws when the exchange was cancelled, or the person may no longer change the trial */
  requireGoing: () => Promise<void>
}

/** `changes` are digests of the values that would be replaced, by variable. */
export type Compared = { report: ExchangeReport; digest: string; changes: Record<string, string> | null }

export function requireSame({ writes }: ActiveExchange, digest: string): void {
  if (writes && writes.digest !== null && writes.digest !== digest)
    throw new CantBeDone('The trial or the study has changed since they were compared. Compare them again.')
}
