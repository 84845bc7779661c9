import { useEffect } from 'react'
import { brand } from '#web/brand.ts'

export const pageTitle = (screen: string): string => `${screen} - ${brand.name}`

export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = pageTitle(screen)
  }, [screen])
}
