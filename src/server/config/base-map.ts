import { isLoopback } from './loopback.ts'

const PLACEHOLDERS = ['{z}', '{x}', '{y}']

/** The problem of an address of tiles in web mercator; undefined when it has none. */
export function baseMapProblem(text: string): string | undefined {
  const address = PLACEHOLDERS.reduce((url, placeholder) => url.replace(placeholder, '0'), text)
  if (!URL.canParse(address) || PLACEHOLDERS.some((placeholder) => !text.includes(placeholder)))
    return 'must be an address like https://tiles.example.org/{z}/{x}/{y}.png'
  const { protocol, hostname, username } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return 'must begin with https://'
  return username || PLACEHOLDERS.some((placeholder) => hostOf(text).includes(placeholder))
    ? 'must have a plain host: browsers are told its name'
    : undefined
}

const hostOf = (text: string): string => text.split('/')[2] ?? ''
