import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { chooseTheme, THEMES, type Theme, useTheme } from '#web/lib/theme.ts'

const CHOICES = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} satisfies Record<Theme, { label: string; icon: LucideIcon }>

/** Light, dark, or as the system; kept in this browser. */
export function ThemeChoice() {
  const name = useId()
  const current = useTheme()
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium text-muted">Theme</legend>
      <div className="grid grid-cols-3 gap-1 rounded-md bg-sunken p-1">
        {THEMES.map((theme) => {
          const { label, icon: Icon } = CHOICES[theme]
          return (
            <label
              key={theme}
              className="relative flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded px-1 text-sm font-medium text-muted transition-colors duration-150 hover:text-ink has-checked:bg-card has-checked:text-ink has-checked:shadow-sm has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={theme}
                checked={theme === current}
                className="sr-only"
                onChange={() => chooseTheme(theme)}
              />
              <Icon aria-hidden className="size-4 shrink-0" />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
