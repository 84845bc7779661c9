// What loops over two numbers at a time have in common.
import { type Code, wasm } from './wasm.ts'

const { get, set, v128, f64x2, i32, f64 } = wasm

export const LANES = [0, 1]
export const addTo = (local: number, value: Code): Code => [...get(local), ...value, ...f64x2.add, ...set(local)]
export const sumOfLanes = (local: number): Code =>
  LANES.flatMap((lane) => [...get(local), ...f64x2.lane(lane), ...(lane > 0 ? f64.add : [])])
export const splatAt = (base: number, offset: number): Code => [...get(base), ...f64.load(offset), ...f64x2.splat]
/** Numbers of 4 bytes at an address, as numbers of 8. */
export const promoted = (address: Code): Code => [...address, ...v128.loadHalf(), ...f64x2.promote]
/** Two numbers of 8 bytes, where `index` counts bytes of numbers of 4. */
export const valuesAt = (base: number, index: number, offset = 0): Code => [
  ...get(base),
  ...get(index),
  ...i32.const(1),
  ...i32.shl,
  ...i32.add,
  ...v128.load(offset),
]
