/** Earlier versions wrote other names into the log, which only grows. */
const FORMER_ACTIONS = new Map([
  ['letter.retried', 'email.retried'],
  ['account.search-suspected', 'account.enumeration-suspected'],
  ['account.login-paused', 'account.login-locked'],
  ['account.codes-paused', 'account.codes-locked'],
])
const FORMER_FIELDS = new Map([['letter', 'email']])

/** The present name of an action. Uploads that expired were only told from cancelled ones by their missing actor. */
export function presentAction(action: string, { isAutomatic }: { isAutomatic: boolean }): string {
  if (action === 'upload.abandoned') return isAutomatic ? 'upload.expired' : 'upload.cancelled'
  return FORMER_ACTIONS.get(action) ?? action
}

export const presentField = (name: string): string => FORMER_FIELDS.get(name) ?? name
