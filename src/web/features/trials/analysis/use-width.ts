import { type RefObject, useEffect, useRef, useState } from 'react'

/** Of an element, in pixels; before it is known, what a phone has. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(340)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
