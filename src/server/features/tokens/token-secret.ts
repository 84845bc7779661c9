import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'skyfurrow_'

/** 256 random bits, with a prefix by which people and scanners of secrets know it. The database has its hash. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64url')

export const isApiToken = (text: string): boolean => text.startsWith(PREFIX)

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
