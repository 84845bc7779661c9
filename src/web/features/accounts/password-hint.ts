import { PASSWORD_MIN, PASSWORD_SPECIALS } from '#domain/accounts.ts'

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters, with a lowercase and an uppercase letter, a number and one of ${PASSWORD_SPECIALS}`
