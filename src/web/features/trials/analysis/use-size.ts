import { type RefObject, useEffect, useRef, useState } from 'react'

/** Of an element, in pixels; before it is known, what a phone has. */
export function useSize<Element extends HTMLElement>(): [RefObject<Element | null>, { width: number; height: number }] {
  const element = useRef<Element>(null)
  const [size, setSize] = useState({ width: 340, height: 320 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return
      const { width, height } = entry.contentRect
      setSize({ width: Math.round(width), height: Math.round(height) })
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}
