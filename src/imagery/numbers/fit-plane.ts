/** Heights by the least squares of what was added: `z` over the mean place, and the rise along x and y. */
export type Plane = { x: number; y: number; z: number; alongX: number; alongY: number }

/** Sums up places with heights. Places far from 0 lose digits. */
export function createPlaneFit() {
  let [count, x, y, z, xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  return {
    add: (u: number, v: number, height: number): void => {
      count += 1
      x += u
      y += v
      z += height
      xx += u * u
      xy += u * v
      yy += v * v
      xz += u * height
      yz += v * height
    },
    count: () => count,
    /** `ridge`, a squared length, holds the slope back where places lie close together. Undefined where they tell no plane. */
    plane: (ridge = 0): Plane | undefined => {
      const mean = { x: x / count, y: y / count, z: z / count }
      const [ofX, ofY, ofBoth] = [xx - x * mean.x + ridge * count, yy - y * mean.y + ridge * count, xy - x * mean.y]
      const [xWithZ, yWithZ] = [xz - x * mean.z, yz - y * mean.z]
      const determinant = ofX * ofY - ofBoth * ofBoth
      if (!(determinant > 0)) return undefined
      return {
        ...mean,
        alongX: (xWithZ * ofY - yWithZ * ofBoth) / determinant,
        alongY: (yWithZ * ofX - xWithZ * ofBoth) / determinant,
      }
    },
  }
}
