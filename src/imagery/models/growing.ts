/** 32-bit numbers whose count is not known before. */
export function createGrowing() {
  let array = new Float32Array(96)
  let length = 0
  const makeRoom = (count: number) => {
    if (length + count <= array.length) return
    const larger = new Float32Array(array.length * 2)
    larger.set(array)
    array = larger
  }
  return {
    length: (): number => length,
    at: (index: number): number => array[index] ?? Number.NaN,
    /** A few at a time. */
    add(...values: number[]): void {
      makeRoom(values.length)
      array.set(values, length)
      length += values.length
    },
    addFrom(other: { at: (index: number) => number }, start: number, count: number): void {
      makeRoom(count)
      for (let index = start; index < start + count; index += 1) array[length++] = other.at(index)
    },
    values: (): Float32Array<ArrayBuffer> => array.slice(0, length),
  }
}
