import { SaxesParser } from 'saxes'

type Attributes = Readonly<Record<string, string>>

type Handlers = {
  /** An element without content is opened and closed. */
  open: (name: string, attributes: Attributes) => unknown
  text?: (text: string) => unknown
  close?: ((name: string) => unknown) | undefined
}

export const STOP = Symbol('stop')

/** So much is parsed before it is looked whether a handler has stopped. */
const SLICE_CHARACTERS = 8192
/** What has more is no XML, and each takes time. */
const ERRORS_MAX = 100

/** Reads XML until a handler returns STOP. What is not well formed is read as far as it goes. Names of elements come without prefix, unless asked for. */
export function readXml(xml: string, { open, text, close }: Handlers, { withPrefixes = false } = {}): void {
  const nameOf = withPrefixes ? (name: string) => name : withoutPrefix
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const reading = { isStopped: false, errors: 0 }
  const unlessStopped = (handle: () => unknown): void => {
    if (!reading.isStopped && handle() === STOP) reading.isStopped = true
  }
  parser.on('error', () => {
    reading.errors += 1
  })
  parser.on('opentag', ({ name, attributes }) => unlessStopped(() => open(nameOf(name), attributes)))
  parser.on('closetag', ({ name }) => unlessStopped(() => close?.(nameOf(name))))
  parser.on('text', (part) => unlessStopped(() => text?.(part)))
  parser.on('cdata', (part) => unlessStopped(() => text?.(part)))
  for (let at = 0; at < xml.length && !reading.isStopped && reading.errors <= ERRORS_MAX; at += SLICE_CHARACTERS)
    parser.write(xml.slice(at, at + SLICE_CHARACTERS))
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
