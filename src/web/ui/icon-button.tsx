import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & { icon: LucideIcon; label: string }

export const IconButton = ({ icon: Icon, label, type = 'button', className, ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    title={label}
    className={classNames(
      'grid size-9 shrink-0 place-items-center rounded-md text-muted transition-colors duration-150',
      'hover:enabled:bg-ink/8 hover:enabled:text-ink disabled:opacity-55',
      className,
    )}
  >
    <Icon aria-hidden className="size-[1.125rem]" />
  </button>
)
