import { type PictureName, pictures } from './pictures.ts'

type PictureProps = {
  name: PictureName
  /** Empty when the text beside it says the same. */
  alt: string
  /** How wide it is shown, as in the sizes attribute. */
  sizes: string
  className?: string
  /** Above the fold: loaded at once and first. */
  eager?: boolean
}

export function Picture({ name, alt, sizes, className = '', eager = false }: PictureProps) {
  const { width, height, avif, webp } = pictures[name]
  const address = (size: number, kind: string): string => `/pictures/${name}-${size}.${kind}`
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={avif.map((size) => `${address(size, 'avif')} ${size}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={address(webp, 'webp')}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        className={`block ${className}`}
      />
    </picture>
  )
}
