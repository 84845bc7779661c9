// What loops over four numbers at a time have in common.
import { type Code, wasm } from './wasm.ts'

const { get, set, f32x4, f32, f64 } = wasm

export const LANES = [0, 1, 2, 3]
export const addTo = (local: number, value: Code): Code => [...get(local), ...value, ...f32x4.add, ...set(local)]
export const sumOfLanes = (local: number): Code =>
  LANES.flatMap((lane) => [...get(local), ...f32x4.lane(lane), ...f64.fromF32, ...(lane > 0 ? f64.add : [])])
export const splatAt = (base: number, offset: number): Code => [...get(base), ...f32.load(offset), ...f32x4.splat]
