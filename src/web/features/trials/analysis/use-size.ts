import { type RefCallback, useCallback, useState } from 'react'

/** Of an element, in pixels; before it is known, what a phone has. */
export function useSize(): [RefCallback<HTMLElement>, { width: number; height: number }] {
  const [size, setSize] = useState({ width: 340, height: 320 })
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return
      const { width, height } = entry.contentRect
      setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, size]
}
