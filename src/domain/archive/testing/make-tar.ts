/** A file of a test TAR, with valid or invalid values. */
export type TarFile = {
  name: string
  content?: Uint8Array
  type?: string
  /** The stated size, as it is written: octal digits, or bytes of a binary number. */
  size?: string
  prefix?: string
  checksum?: number
}

const BLOCK = 512
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)

export function makeTar(files: readonly TarFile[], { isEnded = true } = {}): Uint8Array {
  const parts = files.flatMap(({ content = new Uint8Array(), ...file }) => {
    const padded = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK)
    padded.set(content)
    return [headerOf(file, content.length), padded]
  })
  return Uint8Array.from([...parts, new Uint8Array(isEnded ? 2 * BLOCK : 0)].flatMap((part) => [...part]))
}

function headerOf({ name, type = '0', size, prefix = '', checksum }: TarFile, length: number): Uint8Array {
  const block = new Uint8Array(BLOCK)
  block.set(bytesOf(name).subarray(0, 100))
  block.set(bytesOf(size ?? `${length.toString(8).padStart(11, '0')}\0`).subarray(0, 12), 124)
  block.set(bytesOf('        '), 148)
  block.set(bytesOf(type), 156)
  block.set(bytesOf('ustar\x0000'), 257)
  block.set(bytesOf(prefix), 345)
  const sum = checksum ?? block.reduce((total, byte) => total + byte, 0)
  block.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  return block
}

/** The record of a pax header. */
export function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length += 1
  return bytesOf(`${length}${rest}`)
}
