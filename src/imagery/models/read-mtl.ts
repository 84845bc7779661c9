export type Material = {
  /** Red, green and blue from 0 to 1. */
  colour: readonly [number, number, number] | undefined
  /** The name of a picture, without its folder. */
  texture: string | undefined
}

const MATERIALS_MAX = 5000

/** The colours and textures of the materials of an OBJ, by name. Lines that are not understood are left out. */
export function readMtl(text: string): ReadonlyMap<string, Material> {
  const materials = new Map<string, Material>()
  let name: string | undefined
  const change = (some: Partial<Material>) => {
    if (name !== undefined)
      materials.set(name, { colour: undefined, texture: undefined, ...materials.get(name), ...some })
  }
  for (const line of text.split('\n')) {
    const [word = '', ...rest] = line.trim().split(/\s+/)
    if (word === 'newmtl' && materials.size < MATERIALS_MAX) {
      name = rest.join(' ')
      change({})
    } else if (word === 'Kd') change({ colour: colourOf(rest) })
    else if (word === 'map_Kd') change({ texture: pictureOf(rest) })
  }
  return materials
}

function colourOf(words: readonly string[]): Material['colour'] {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = words.map(Number)
  return [red, green, blue].every((part) => part >= 0 && part <= 1) ? [red, green, blue] : undefined
}

/** Options come before the name, which may have spaces otherwise. */
const pictureOf = (words: readonly string[]): string | undefined =>
  fileNameOf(words[0]?.startsWith('-') ? (words.at(-1) ?? '') : words.join(' ')) || undefined

/** The last part of a path of any system. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''
