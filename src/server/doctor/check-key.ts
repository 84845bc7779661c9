import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { deriveKeys, fileIn, readSecret, readSecretOf } from '../secrets/keys.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf } from './finding.ts'

const RESTORE = 'Restore it from a backup: with another key all sessions and second factors are lost.'

export function readKeyId(config: Pick<Config, 'secretKey' | 'dataDir'>): string | undefined {
  try {
    return deriveKeys(readSecretOf(config)).id
  } catch {
    return undefined
  }
}

export async function* checkKey({ config, keyId }: DoctorContext): AsyncGenerator<Finding> {
  const file = fileIn(config.dataDir)
  if (config.secretKey) yield ok('secret key', `from SECRET_KEY (its id is ${keyId})`)
  else if (!existsSync(file)) yield ok('secret key', `${file} will be created at the first start`)
  else yield checkFile(file, keyId)
}

function checkFile(file: string, keyId: string | undefined): Finding {
  try {
    readSecret(file)
  } catch (error) {
    return fail('secret key', reasonOf(error), RESTORE)
  }
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) !== 0)
    return fail(
      'secret key',
      `other users of this machine can read ${file} (mode ${mode.toString(8)})`,
      `chmod 600 ${file}`,
    )
  return ok('secret key', `from ${file} (its id is ${keyId})`)
}
