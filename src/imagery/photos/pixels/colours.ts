// Which of red, green and blue are strong in a picture, by Cb and Cr of its blocks (ITU-R BT.601, as in JFIF).

export type Colours = {
  /** Shares of the picture in which blue is stronger than green, and green stronger than both others. */
  blueOverGreen: number
  greenest: number
  /** The mean of Cr: above 0, red is stronger than luma. */
  cr: number
}

/** Of 255; less is grey. */
const DIFFERENCE_MIN = 4

export function createColourCounter() {
  let [count, blue, green, sum] = [0, 0, 0, 0]
  return {
    /** Without their offset of 128. */
    add(cb: number, cr: number): void {
      const blueLessGreen = 2.116 * cb + 0.714 * cr
      const redLessGreen = 2.116 * cr + 0.344 * cb
      count += 1
      sum += cr
      if (blueLessGreen > DIFFERENCE_MIN) blue += 1
      if (blueLessGreen < -DIFFERENCE_MIN && redLessGreen < -DIFFERENCE_MIN) green += 1
    },
    result: (): Colours | null =>
      count === 0 ? null : { blueOverGreen: blue / count, greenest: green / count, cr: sum / count },
  }
}
