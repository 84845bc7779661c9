import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

const nobodysHash = hashPassword('nobody has this password')

/** Takes as long for an unknown account (no hash) as for a known one. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return passwordHash !== undefined && matches
}
