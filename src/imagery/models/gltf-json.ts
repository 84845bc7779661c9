export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

export const listIn = (value: unknown, key: string): unknown[] => {
  const list = isObject(value) ? value[key] : undefined
  return Array.isArray(list) ? list : []
}
