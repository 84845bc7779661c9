import { envelope, network } from './network.ts'

const PARTS = [
  'listSessions',
  'getSecondFactor',
  'getAccount',
  'listLinks',
  'listTokens',
  'listWebhooks',
  'getEmailSettings',
  'getMyStorage',
  'getStorageByProject',
  'getArchivesKept',
  'listDeletions',
] as const

/** All parts of the account page say that they could not be loaded, but those that the test answers afterwards. */
export function failPartsOfAccount(): void {
  for (const name of PARTS) network.respond(name, () => envelope(500, 'Not in this test'))
}
