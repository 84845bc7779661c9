/** The first match wins, because most user agents also name the browsers they derive from. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\b(Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const find = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns 'Firefox on Windows' from a user agent, or the product name of another program. */
export function deviceName(userAgent: string): string {
  const browser = find(BROWSERS, userAgent) ?? productOf(userAgent)
  const system = find(SYSTEMS, userAgent)
  if (browser === undefined) return system === undefined ? 'Unknown device' : `A browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

export const isHandheld = (userAgent: string): boolean => /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent)

/** 'curl' from 'curl/8.5.0'. Not Mozilla, which every browser claims to be. */
const productOf = (userAgent: string): string | undefined => {
  const product = /^[\w.-]{1,40}(?=\/|$)/.exec(userAgent.trim())?.[0]
  return product === 'Mozilla' ? undefined : product
}
