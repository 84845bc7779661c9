// Which licences may ship. Their expressions are read by SPDX's rules: of 'A AND B' both must be allowed, of 'A OR B' one.
import satisfies from 'spdx-satisfies'

export const ALLOWED_LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'OFL-1.1',
  'Zlib',
  'CC0-1.0',
  'Unlicense',
]

/** False, too, for what is no SPDX expression. */
export function isAllowedLicence(expression) {
  try {
    return satisfies(expression, ALLOWED_LICENCES)
  } catch {
    return false
  }
}
