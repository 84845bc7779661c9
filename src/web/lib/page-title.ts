import { useEffect } from 'react'
import { brand } from '#domain/brand.ts'

export const pageTitle = (screen: string): string => `${screen} - ${brand.name}`

export function usePageTitle(screen: string): void {
  useEffect(() => {
    document.title = pageTitle(screen)
  }, [screen])
}
